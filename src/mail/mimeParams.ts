import { decodedWords, markedBytes } from './decodedWords.ts';
import { textOfBytes } from './textOfBytes.ts';

/** A parameter of a structured MIME field: quoted, or up to the next semicolon. */
const PARAM = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;
/** RFC 2231, sections 3 and 4: a name with the number of its piece, and whether that is percent-encoded. */
const EXTENDED = /^(.+?)(?:\*(\d{1,3}))?(\*?)$/;

interface Piece {
  readonly at: number;
  readonly text: string;
  readonly isEncoded: boolean;
}

/**
 * The parameters of a field such as Content-Type, by name in lower case; pieces (RFC 2231) are joined, blanks in quotes
 * kept.
 */
export function paramsIn(field: string): Map<string, string> {
  const params = new Map<string, string>();
  const pieces = new Map<string, Piece[]>();
  for (const [, given = '', quoted, plain = ''] of field.matchAll(PARAM)) {
    // Other backslashes are those of a path.
    const text = quoted === undefined ? plain.trim() : quoted.replace(/\\(["\\])/g, '$1');
    const [, name = '', at, star] = EXTENDED.exec(given.toLowerCase()) ?? [];
    if (at === undefined && star === '') {
      if (!params.has(name)) params.set(name, decodedWords(text));
      continue;
    }
    const some = pieces.get(name) ?? [];
    some.push({ at: Number(at ?? 0), text, isEncoded: star === '*' });
    pieces.set(name, some);
  }
  for (const [name, some] of pieces) params.set(name, joined(some));
  return params;
}

function joined(pieces: readonly Piece[]): string {
  const [first, ...more] = [...pieces].sort((a, b) => a.at - b.at);
  if (first === undefined) return '';
  const [, charset = '', text = first.text] =
    (first.isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(first.text)) || [];
  const bytes = [{ ...first, text }, ...more].map((piece) =>
    piece.isEncoded ? markedBytes(piece.text, /%([0-9a-f]{2})/gi) : Buffer.from(piece.text),
  );
  return textOfBytes(Buffer.concat(bytes), charset);
}
