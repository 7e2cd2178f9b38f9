import type { Mode, Settings } from '../options.ts';
import type { Method } from './method.ts';
import { otherwise } from './otherwise.ts';
import { parabank, parabank2 } from './papers.ts';

/** The method of each mode. To add one, add an object here and its defaults to `options.ts`. */
const methods: Readonly<Record<Mode, Method>> = {
  otherwise,
  parabank2,
  parabank,
};

/** Returns the method of a request. No other file of the pipeline reads the mode. */
export const methodOf = ({ mode }: Settings): Method => methods[mode];
