// White space is what Unicode's White_Space property says (U+0085 included) plus U+FEFF and the zero-width space, which normalisers of
// subword vocabularies turn into a space as well.
const whiteSpace = /[\s\u0085\u200b]+/gu;

// Cc without the members that are white space, and halves of surrogate pairs, which no UTF-8 can carry.
// eslint-disable-next-line no-control-regex -- control characters are the subject here
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Cs}/gu;

// Soft hyphens, word joiners and invisible operators, and joiners between Latin letters: elsewhere these make emoji and other scripts.
const hidden = /[\u00ad\u2060-\u2064]|(?<=\p{Script=Latin})[\u200c\u200d]+(?=\p{Script=Latin})/gu;

/**
 * Gives the text as the model sees it: control and hidden characters removed first, then every run of white space folded to one space, then
 * trimmed. Tab, line feed, vertical tab, form feed, carriage return and U+0085 count as white space. It is idempotent and may return ''.
 */
export function cleanText(text: string): string {
  return withoutHidden(text).replace(whiteSpace, ' ').trim();
}

/**
 * Gives the text as people see it: without control and hidden characters, and without the zero-width spaces that pages leave in copied
 * text. White space stays as it is. It is idempotent.
 */
export function visibleText(text: string): string {
  return withoutHidden(text.replace(/[\u200b\ufeff]/gu, ''));
}

/** Removes hidden characters until none is left: a removal may bring the halves of another one together. */
function withoutHidden(text: string): string {
  const shorter = text.replace(control, '').replace(hidden, '');
  return shorter === text ? text : withoutHidden(shorter);
}
