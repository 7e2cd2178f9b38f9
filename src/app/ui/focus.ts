/** The place of the focus: the element and, for each part of the page around it, the number of the stop that it was there. */
interface Place {
  readonly element: Element;
  readonly within: readonly { readonly part: Element; readonly index: number }[];
  /** Tells whether the focus was to be seen: the user is on the keyboard. */
  readonly keyboard: boolean;
}

/**
 * Keeps the focus on the page when the button that has it is taken away or switched off: the stop that is now in its
 * place takes it, in the smallest part of the page that has one. Otherwise it would fall back to the beginning.
 * @returns a function that ends it
 */
export function holdFocus(root: HTMLElement): () => void {
  let place: Place | undefined;

  const enter = (event: FocusEvent): void => {
    if (event.target instanceof Element && event.target !== root) place = placeOf(event.target, root);
  };
  const leave = ({ target }: FocusEvent): void => {
    // A click beside everything, not the end of the element: that is known a moment later.
    setTimeout(() => {
      if (place?.element === target && isStop(place?.element) && document.activeElement !== target) place = undefined;
    });
  };
  const observer = new MutationObserver(() => {
    if (place === undefined) return;
    if (isStop(place.element)) {
      place = placeOf(place.element, root, place.keyboard);
      return;
    }
    const { within, keyboard, element } = place;
    place = undefined;
    if (document.activeElement !== document.body && document.activeElement !== element) return;
    for (const { part, index } of within) {
      const stops = part.isConnected ? stopsOf(part).filter((stop) => keyboard || !isField(stop)) : [];
      const next = stops[Math.min(index, stops.length - 1)];
      if (next === undefined) continue;
      next.focus({ preventScroll: !keyboard });
      return;
    }
  });
  root.addEventListener('focusin', enter);
  root.addEventListener('focusout', leave);
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'hidden'] });
  return () => {
    root.removeEventListener('focusin', enter);
    root.removeEventListener('focusout', leave);
    observer.disconnect();
  };
}

function placeOf(element: Element, root: Element, keyboard = element.matches(':focus-visible')): Place {
  const within: { part: Element; index: number }[] = [];
  for (let part = element.parentElement; part !== null && root.contains(part); part = part.parentElement) {
    // The page behind an open dialog is out of reach.
    within.push({ part, index: stopsOf(part).findIndex((stop) => stop === element) });
    if (part.tagName === 'DIALOG') break;
  }
  return { element, within, keyboard };
}

function stopsOf(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (stop) => isStop(stop) && stop.tabIndex >= 0,
  );
}

/** Tells whether it brings up a keyboard on a screen: nothing to be thrown into by a tap. */
function isField(stop: Element): boolean {
  return stop.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])');
}

/** Tells whether the Tab key could stop there. */
function isStop(element: Element | undefined): boolean {
  return element?.isConnected === true && !element.matches(':disabled') && element.checkVisibility();
}
