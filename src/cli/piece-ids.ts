import * as v from 'valibot';

/** A piece id of a request. */
export const pieceId = v.pipe(
  v.number('must be a piece id.'),
  v.integer('must be a whole number.'),
  v.minValue(0, 'must not be negative.'),
);

/** A list of piece ids. */
export const pieceIds = v.array(pieceId, 'must be a list of piece ids.');

/** Phrases as lists of piece ids; an empty phrase says nothing and is an error. */
export const piecePhrases = v.array(
  v.pipe(pieceIds, v.minLength(1, 'A phrase needs at least one piece.')),
  'must be a list of lists of piece ids.',
);
