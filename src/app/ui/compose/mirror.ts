/** Returns a part of the text, as it stands on the screen: in the layer under the field, which has the same text in the same places. */
export function rangeOf(mirror: Node, start: number, length: number): Range {
  const range = document.createRange();
  const texts = document.createTreeWalker(mirror, NodeFilter.SHOW_TEXT);
  let from = 0;
  for (let node = texts.nextNode() as Text | null; node !== null; node = texts.nextNode() as Text | null) {
    const [first, last] = [start - from, start + length - from];
    if (first >= 0 && first < node.length) range.setStart(node, first);
    if (last > 0 && last <= node.length) range.setEnd(node, last);
    from += node.length;
  }
  return range;
}
