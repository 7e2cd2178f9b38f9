// White space is what Unicode's White_Space property says (U+0085 included) plus U+FEFF and the zero-width space, which normalisers of
// subword vocabularies turn into a space as well.
const whiteSpace = /[\s\u0085\u200b]+/gu;

// Cc without the members that are white space, and halves of surrogate pairs, which no UTF-8 can carry.
// eslint-disable-next-line no-control-regex -- control characters are the subject here
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Cs}/gu;

/**
 * The text as the model sees it: control characters removed first, then every run of white space folded to one space, then trimmed.
 * Tab, line feed, vertical tab, form feed, carriage return and U+0085 count as white space. Idempotent; may return ''.
 */
export function cleanText(text: string): string {
  return text.replace(control, '').replace(whiteSpace, ' ').trim();
}
