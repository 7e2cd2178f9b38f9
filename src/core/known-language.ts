import { OtherwiseError } from './errors.ts';
import type { ParaphraseResult } from './protocol.ts';

/**
 * Gives the result back if something of its text was tried.
 * @throws OtherwiseError `unsupported-language` when all of it that could be rewritten is in a language that the model does not know
 */
export function inKnownLanguage(result: ParaphraseResult): ParaphraseResult {
  const [language] = result.languages ?? [];
  if (language === undefined || result.counts.sampled > 0 || result.unmet.length > 0) return result;
  throw new OtherwiseError(
    'unsupported-language',
    `The text seems to be ${languageName(language)}, which the model ${result.model} does not read.${others(language)} foreign insists.`,
    { language },
  );
}

/** A language by its English name and tag. Code (`zxx`) and the unknown (`und`) have no tag. */
const languageName = (tag: string): string => {
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag);
  return tag === 'zxx' ? 'code (zxx)' : name === undefined ? `'${tag}'` : `${name} (${tag})`;
};

/** Says which models could read a language, by the names that translators have on a hub. */
const others = (tag: string): string =>
  /^[a-z]{2}$/u.test(tag) ? ` A hub may have one that does: pair:Xenova/opus-mt-${tag}-en,Xenova/opus-mt-en-${tag}, or another.` : '';
