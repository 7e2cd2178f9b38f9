/** Hashed scripts of a build, whose names no other build's page has. */
const SCRIPT = /^assets\/.+\.js$/u;

/**
 * Tells whether an answer is the file of this build that was asked for. A network that wants somebody to sign in answers any address with
 * a page of its own and status 200, and some hosts do so where a file is gone: HTML is only right for a page, and a page of this build
 * names one of its scripts.
 * @param files paths of all files of the build, relative to its folder
 */
export async function isOfBuild(request: Request, response: Response, files: readonly string[]): Promise<boolean> {
  if (response.status !== 200) return false;
  if (response.headers.get('Content-Type')?.startsWith('text/html') !== true) return true;
  if (!new URL(request.url).pathname.endsWith('.html')) return false;
  const page = await response.clone().text();
  return files.some((file) => SCRIPT.test(file) && page.includes(file));
}
