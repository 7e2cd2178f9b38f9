import type * as corpus from './en/corpus.ts';
import type * as hub from './en/hub.ts';
import type * as page from './en/index.ts';
import type * as measure from './en/measure.ts';
import type * as review from './en/review.ts';
import type * as vocabulary from './en/vocabulary.ts';

/** Every string of the page; another language is another value of this type. */
export type Messages = typeof page;

/** The strings of the Measure pane, which come with it and not with the page. */
export type MeasureMessages = typeof measure;

/** The strings of the review, which come with it. */
export type ReviewMessages = typeof review;

/** The strings of the choice of hub models, which come with the settings. */
export type HubMessages = typeof hub;

/** The strings of the pane of many sentences, which come with it too. */
export type CorpusMessages = typeof corpus;

/** The strings of the list of words that rewrites keep to, which come with the settings. */
export type VocabularyMessages = typeof vocabulary;
