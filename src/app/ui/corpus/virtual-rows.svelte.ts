import { elementScroll, observeElementOffset, observeElementRect, Virtualizer, type VirtualItem } from '@tanstack/virtual-core';

/** Rows that stand ready beyond the edges. */
const BEYOND = 8;

/** The rows of a long table that are in sight, where all have the same height; only these are in the page. */
export class VirtualRows {
  /** The rows in sight; `start` counts from the top of the first row, px. */
  items = $state.raw<readonly VirtualItem[]>([]);
  /** Height of all rows, px. */
  total = $state(0);
  readonly #height: number;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #scroller: HTMLElement | undefined;
  #head: HTMLElement | undefined;

  /** `height` of a row, px. */
  constructor(height: number) {
    this.#height = height;
    this.#virtualizer = new Virtualizer(this.#options(0));
  }

  /** Rows in sight at once, none of them cut off. */
  get page(): number {
    return Math.max(1, Math.floor(((this.#scroller?.clientHeight ?? 0) - (this.#head?.offsetHeight ?? 0)) / this.#height));
  }

  /** Takes what scrolls; `head` stays at its top. @returns what takes it off again */
  mount(scroller: HTMLElement, head: HTMLElement): () => void {
    [this.#scroller, this.#head] = [scroller, head];
    return this.#virtualizer._didMount();
  }

  /** Shows so many rows. */
  show(count: number): void {
    this.#virtualizer.setOptions(this.#options(count));
    this.#virtualizer._willUpdate();
    this.#read();
  }

  /** Brings a row into sight. */
  scrollTo(row: number): void {
    this.#virtualizer.scrollToIndex(row, { align: 'auto' });
  }

  scrollToTop(): void {
    this.#virtualizer.scrollToOffset(0);
  }

  #options(count: number): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    return {
      count,
      getScrollElement: () => this.#scroller ?? null,
      estimateSize: () => this.#height,
      overscan: BEYOND,
      // The head lies over what scrolls, so its height is missing at the end.
      scrollPaddingEnd: this.#head?.offsetHeight ?? 0,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.#read(),
    };
  }

  #read(): void {
    this.items = this.#virtualizer.getVirtualItems();
    this.total = this.#virtualizer.getTotalSize();
  }
}
