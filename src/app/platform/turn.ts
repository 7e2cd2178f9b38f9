/** Resolves when whatever waits in the page has had its turn: what was typed, clicked or has to be painted. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
