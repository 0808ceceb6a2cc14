/**
 * Lines of `format=flowed` joined to paragraphs (RFC 3676, section 4): those of one depth of quotes, each without its
 * stuffed blank.
 */
export function flowedText(text: string, isSpaceDeleted: boolean): string {
  const paragraphs: { depth: number; words: string; isOpen: boolean }[] = [];
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const words = line.slice(depth).replace(/^ /, '');
    // The line before a signature ends in a blank and does not flow.
    const isOpen = words.endsWith(' ') && words !== '-- ';
    const last = paragraphs.at(-1);
    if (last?.isOpen && last.depth === depth && words !== '-- ') {
      last.words = (isSpaceDeleted ? last.words.slice(0, -1) : last.words) + words;
      last.isOpen = isOpen;
    } else paragraphs.push({ depth, words, isOpen });
  }
  return paragraphs
    .map(({ depth, words }) => (depth === 0 ? words : `${'>'.repeat(depth)} ${words}`))
    .join('\n');
}
