/** A copied text: as plain text, and as HTML where it has formatting. */
export interface Copied {
  readonly text: string;
  readonly html?: string;
}

/** Puts text on the clipboard. @returns false where the browser refuses, so that the page can say so */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts a text on the clipboard with its formatting; without it where the browser takes no more. @returns false where it refuses */
export async function copyRich({ text, html }: Copied): Promise<boolean> {
  if (html === undefined) return copyText(text);
  try {
    const blob = (content: string, type: string): Blob => new Blob([content], { type });
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': blob(text, 'text/plain'), 'text/html': blob(html, 'text/html') }),
    ]);
    return true;
  } catch {
    return copyText(text);
  }
}
