import type * as cards from './en/cards.ts';
import type * as corpus from './en/corpus.ts';
import type * as documents from './en/documents.ts';
import type * as page from './en/index.ts';
import type * as measure from './en/measure.ts';
import type * as research from './en/research.ts';
import type * as review from './en/review.ts';
import type * as settings from './en/settings.ts';
import type * as vocabulary from './en/vocabulary.ts';

/** The strings that the page has from its first moment; another language is another value of this type. */
export type Messages = typeof page;

/** The strings of the cards, which come with them. */
export type CardMessages = typeof cards;

/** The strings of the settings and of the list of keys, which come with them. */
export type SettingsMessages = typeof settings;

/** The strings of the list of documents and of the trouble with files, which come with them. */
export type DocumentMessages = typeof documents;

/** The strings of what is for research: the papers' modes, samples, hub models. */
export type ResearchMessages = typeof research;

/** The strings of the Measure pane, which come with it and not with the page. */
export type MeasureMessages = typeof measure;

/** The strings of the review, which come with it. */
export type ReviewMessages = typeof review;

/** The strings of the pane of many sentences, which come with it too. */
export type CorpusMessages = typeof corpus;

/** The strings of the list of words that rewrites keep to, which come with the settings. */
export type VocabularyMessages = typeof vocabulary;
