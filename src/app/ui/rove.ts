/**
 * Moves the focus among the buttons of a group that is one stop of the Tab key (roving tabindex).
 * @returns the place of the button that took the focus, undefined when the key is none of the arrows, Home and End
 */
export function rove(event: KeyboardEvent, group: HTMLElement | undefined): number | undefined {
  if (group === undefined || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const buttons = [...group.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === event.target);
  if (at < 0) return undefined;
  const back = getComputedStyle(group).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const forth = back === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  let to: number;
  if (event.key === forth || event.key === 'ArrowDown') to = (at + 1) % buttons.length;
  else if (event.key === back || event.key === 'ArrowUp') to = (at - 1 + buttons.length) % buttons.length;
  else if (event.key === 'Home') to = 0;
  else if (event.key === 'End') to = buttons.length - 1;
  else return undefined;
  event.preventDefault();
  buttons[to]?.focus();
  return to;
}
