import type { Mode, Settings } from '../options.ts';
import type { Method } from './method.ts';
import { otherwise } from './otherwise.ts';
import { parabank, parabank2 } from './papers.ts';

/** Another way to rewrite is one more object here, and its defaults in `options.ts`. */
const methods: Readonly<Record<Mode, Method>> = {
  otherwise,
  parabank2,
  parabank,
};

/** The method of a request: here alone the pipeline reads its mode. */
export const methodOf = ({ mode }: Settings): Method => methods[mode];
