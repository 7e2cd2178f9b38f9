import * as v from 'valibot';
import { allAims } from '../../../core/aims.ts';
import type { KeptValues } from '../../platform/database.ts';
import { keptPhrases } from './kept-phrases.ts';
import { noVocabulary, vocabularySchema } from './vocabulary.ts';
import { approachSchema, withApproach } from './approach.ts';
import { languageFor, languages, rememberedLanguage, rememberLanguage, type Language } from '../../platform/language.ts';
import { rememberedTheme, showTheme } from '../../platform/theme.ts';

export type { Language };

const NAME = 'settings';
/** Of the words the user has taught the speller: the longest, characters, and how many are kept. */
const [LONGEST_WORD, MOST_WORDS] = [100, 2000];

/**
 * The settings of rewriting, which a session file and a link carry along. A field that is missing has its default, a wrong one is an error.
 */
const howFields = v.object({
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)), 0),
  distance: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)), 2),
  /** The spread of the rewrites, from faithful (0) to diverse (4). */
  spread: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)), 2),
  aim: v.optional(v.picklist(allAims), 'any'),
  approach: v.optional(approachSchema, 'otherwise'),
  inflections: v.optional(v.boolean(), true),
  ordered: v.optional(v.boolean(), false),
});
export type How = v.InferOutput<typeof howFields>;
/** The settings that have a place beside the sentence: steps there can be undone. */
export const variationSchema = v.pick(howFields, ['aim', 'distance', 'spread', 'approach']);
/** The same as it stands in files, those of earlier versions too. */
export const howSchema = v.pipe(v.record(v.string(), v.unknown()), v.transform(withApproach), howFields);
export type Variation = v.InferOutput<typeof variationSchema>;

const defaultHow: How = v.parse(howFields, {});
const how = howFields.entries;

/** The stored settings; `undefined`: engine or model decides. Each field falls back alone: one bad value does not cost the others. */
const schema = v.object({
  seed: v.fallback(how.seed, defaultHow.seed),
  distance: v.fallback(how.distance, defaultHow.distance),
  spread: v.fallback(how.spread, defaultHow.spread),
  aim: v.fallback(how.aim, defaultHow.aim),
  approach: v.fallback(how.approach, defaultHow.approach),
  inflections: v.fallback(how.inflections, defaultHow.inflections),
  ordered: v.fallback(how.ordered, defaultHow.ordered),
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  language: v.fallback(v.picklist(['system', ...languages]), 'system'),
  /** The model that answers: the bundled one that suits the machine, this one of them, or one of a hub by its address. */
  model: v.fallback(v.pipe(v.string(), v.regex(/^(?:auto|base|small)$|:\/\//u)), 'auto'),
  device: v.fallback(v.picklist(['auto', 'webgpu', 'wasm']), 'auto'),
  sets: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))), undefined),
  samples: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60))), undefined),
  threshold: v.fallback(v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(20))), undefined),
  automatic: v.fallback(v.boolean(), true),
  /** Tells whether the sentences around the one in focus are decoded while the user reads. */
  ahead: v.fallback(v.boolean(), true),
  /** Tells whether the best one, and the first offer of the review, is rather one that goes further. */
  bolder: v.fallback(v.boolean(), false),
  /** Notices that were read once and need not come again. */
  knowsProcessor: v.fallback(v.boolean(), false),
  knowsMemory: v.fallback(v.boolean(), false),
  knowsInstall: v.fallback(v.boolean(), false),
  /** Words that no dictionary has and that are right. */
  knownWords: v.fallback(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(LONGEST_WORD))), v.maxLength(MOST_WORDS), v.transform((words) => [...new Set(words)])),
    [],
  ),
  /** Phrases and what the user likes to say instead. */
  phrases: v.fallback(keptPhrases, []),
  /** The words that rewrites keep to. */
  vocabulary: v.fallback(vocabularySchema, noVocabulary),
  /** Tells whether a single character opens the list of keys: a user who speaks to the machine may not want that. */
  questionMark: v.fallback(v.boolean(), true),
});

/** The user's settings on the page. */
export type PageSettings = v.InferOutput<typeof schema>;

export const defaultSettings: PageSettings = v.parse(schema, {});

/** The user's settings; every change is shown and kept at once. */
export class SettingsState {
  // The language is shown before the database answers.
  #values = $state.raw<PageSettings>({ ...defaultSettings, language: rememberedLanguage() });
  #kept: KeptValues | undefined;

  get values(): PageSettings {
    return this.#values;
  }

  /** The language to show the page in. */
  get language(): Language {
    return languageFor(this.#values.language);
  }

  /** Reads what an earlier visit left. */
  async open(kept: KeptValues): Promise<void> {
    this.#kept = kept;
    const stored: unknown = await kept.get(NAME).catch(() => undefined);
    this.#values = {
      ...v.parse(schema, typeof stored === 'object' && stored !== null ? withApproach({ ...stored }) : {}),
      theme: rememberedTheme(),
      language: rememberedLanguage(),
    };
    showTheme(this.#values.theme);
  }

  /** Changes some settings. Values outside their range fall back to the default. */
  change(values: Partial<PageSettings>): void {
    this.#values = v.parse(schema, { ...this.#values, ...values });
    if (values.theme !== undefined) showTheme(this.#values.theme);
    if (values.language !== undefined) rememberLanguage(this.#values.language);
    // A full disk costs the memory of the change, not the change.
    this.#kept?.set(NAME, $state.snapshot(this.#values)).catch(() => undefined);
  }

  /** Takes a word for right from now on; the oldest ones give way. */
  learn(word: string): void {
    if (word.length <= LONGEST_WORD) this.change({ knownWords: [...this.#values.knownWords, word].slice(-MOST_WORDS) });
  }

  /** Takes words no longer for right. */
  unlearn(words: readonly string[]): void {
    this.change({ knownWords: this.#values.knownWords.filter((word) => !words.includes(word)) });
  }

  /** The part that travels with a session. */
  get how(): How {
    return v.parse(howFields, this.#values);
  }

  get variation(): Variation {
    const { aim, distance, spread, approach } = this.#values;
    return { aim, distance, spread, approach };
  }

  reset(): void {
    const { theme, language, knownWords, phrases, vocabulary } = this.#values;
    this.change({ ...defaultSettings, theme, language, knownWords, phrases, vocabulary: { ...vocabulary, on: false } });
  }
}
