/** Joins tokens into lines of at most `limit` characters, in their order; the first line begins with `start`. */
export function packed(tokens: Iterable<string>, limit: number, start = ''): string[] {
  const lines: string[] = [];
  let line = start;
  for (const token of tokens) {
    if (line.length + token.length > limit) {
      lines.push(line);
      line = '';
    }
    line += token;
  }
  return [...lines, line];
}
