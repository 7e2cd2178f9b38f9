interface NetworkInformation {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Tells whether the browser says that bytes cost the user money: save-data is on or the line is cellular. False where it can't tell. */
export function isMetered(): boolean {
  const connection = (navigator as Navigator & { connection?: NetworkInformation }).connection;
  return connection?.saveData === true || connection?.type === 'cellular';
}

/** Reports going on- and offline, at once and on every change. @returns a function that stops the reports */
export function watchOnline(listener: (online: boolean) => void): () => void {
  const report = (): void => listener(navigator.onLine);
  report();
  addEventListener('online', report);
  addEventListener('offline', report);
  return () => {
    removeEventListener('online', report);
    removeEventListener('offline', report);
  };
}
