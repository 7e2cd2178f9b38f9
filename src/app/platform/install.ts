interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's offer to install the page, held back until the user asks for it. */
export class InstallOffer {
  #event: InstallEvent | undefined;

  /** `listener` hears whether an offer is there. */
  constructor(listener: (available: boolean) => void) {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.#event = event as InstallEvent;
      listener(true);
    });
    addEventListener('appinstalled', () => {
      this.#event = undefined;
      listener(false);
    });
  }

  /** Shows the browser's dialog. @returns whether the user accepted */
  async prompt(): Promise<boolean> {
    const event = this.#event;
    this.#event = undefined;
    // A browser that does not let itself be asked now has not been told yes.
    const answer = await event?.prompt().catch(() => undefined);
    return answer?.outcome === 'accepted';
  }
}
