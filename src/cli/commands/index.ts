import type { Command } from '../command.ts';

/** Every command by name; each is loaded when it is called, so that `--help` and the light ones start fast. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  align: async () => (await import('./align.ts')).command,
  cluster: async () => (await import('./cluster.ts')).command,
  constrain: async () => (await import('./constrain.ts')).command,
  corpus: async () => (await import('./corpus.ts')).command,
  decode: async () => (await import('./decode.ts')).command,
  embed: async () => (await import('./embed.ts')).command,
  evaluate: async () => (await import('./evaluate.ts')).command,
  filter: async () => (await import('./filter.ts')).command,
  idf: async () => (await import('./idf.ts')).command,
  inflect: async () => (await import('./inflect.ts')).command,
  lexicon: async () => (await import('./lexicon.ts')).command,
  metrics: async () => (await import('./metrics.ts')).command,
  mine: async () => (await import('./mine.ts')).command,
  models: async () => (await import('./models.ts')).command,
  paraphrase: async () => (await import('./paraphrase.ts')).command,
  ratings: async () => (await import('./ratings.ts')).command,
  sample: async () => (await import('./sample.ts')).command,
  score: async () => (await import('./score.ts')).command,
  similarity: async () => (await import('./similarity.ts')).command,
  serve: async () => (await import('./serve.ts')).command,
  similar: async () => (await import('./similar.ts')).command,
  statistics: async () => (await import('./statistics.ts')).command,
  sts: async () => (await import('./sts.ts')).command,
  systems: async () => (await import('./systems.ts')).command,
};
