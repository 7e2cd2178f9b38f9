/** The bundled models that a first visit loads: the small one, the whole one, or one after the other. */
export type FirstLoad = 'small' | 'base' | 'both';

/** A download of fewer bytes is that of the small model. */
const SMALL = 40e6;

/**
 * Tells which bundled models are being loaded; undefined if another model is.
 * @param wanted a model's name; undefined if the page chooses @param total bytes of the download, 0 while they are unknown
 * @param sparing whether the small model stays, because memory is short or bytes cost money
 */
export function firstLoad(wanted: string | undefined, total: number, sparing: boolean): FirstLoad | undefined {
  if (wanted === 'small' || wanted === 'base') return wanted;
  if (wanted !== undefined) return undefined;
  return total >= SMALL ? 'base' : sparing ? 'small' : 'both';
}
