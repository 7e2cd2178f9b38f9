import type { DeskState } from './desk.svelte.ts';
import type { Step } from './history.svelte.ts';
import type { SettingsState, Variation } from '../settings/settings.svelte.ts';

/** The steps of the open document, back and forth. A change that changes nothing is no step. */
export class Steps {
  readonly #desk: DeskState;
  readonly #settings: SettingsState;
  readonly #clock: () => number;

  /** `clock` in ms. */
  constructor(desk: DeskState, settings: SettingsState, clock: () => number) {
    this.#desk = desk;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Changes the document; `run` as in `History.record`. @returns whether anything changed */
  take(change: () => void, run = ''): boolean {
    const { document, history } = this.#desk;
    const { snapshot } = document;
    change();
    if (document.snapshot === snapshot) return false;
    history.record({ snapshot }, this.#clock(), run);
    return true;
  }

  /** Changes how rewrites are made. @returns whether anything changed */
  vary(values: Partial<Variation>, run = ''): boolean {
    const { document, history } = this.#desk;
    const { variation } = this.#settings;
    this.#settings.change(values);
    if (same(variation, this.#settings.variation)) return false;
    history.record({ snapshot: document.snapshot, variation }, this.#clock(), run);
    return true;
  }

  /** Takes the last step back. @returns whether there was one */
  undo(): boolean {
    return this.#show(this.#desk.history.undo((step) => this.#like(step)));
  }

  /** Takes the step again that was taken back. @returns whether there was one */
  redo(): boolean {
    return this.#show(this.#desk.history.redo((step) => this.#like(step)));
  }

  /** Gives the page as it is now, as far as a step would change it: another document's sliders stay where they are. */
  #like({ variation }: Step): Step {
    return { snapshot: this.#desk.document.snapshot, ...(variation && { variation: this.#settings.variation }) };
  }

  #show(step: Step | undefined): boolean {
    if (step === undefined) return false;
    const { document } = this.#desk;
    // A request for rewrites is no step: later requests stay.
    const { review } = document.snapshot;
    document.restore(review === undefined ? step.snapshot : { ...step.snapshot, review: { ...review, ...step.snapshot.review } });
    if (step.variation !== undefined) this.#settings.change(step.variation);
    return true;
  }
}

function same(a: Variation, b: Variation): boolean {
  return a.aim === b.aim && a.distance === b.distance && a.spread === b.spread && a.approach === b.approach;
}
