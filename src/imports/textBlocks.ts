import { createReadStream } from 'node:fs';

/** The text of a file, block by block, and how its bytes were read. */
export interface TextBlocks {
  /** Each ends at a line end, as far as the file has one within MAX_LINE_BYTES. */
  readonly blocks: AsyncIterable<string>;
  /** How many blocks or lines were no UTF-8 and were taken for Latin-1; grows while blocks are read. */
  latin1(): number;
}

/** A line that is longer is cut: no row of an export is as long, except a list in JSON on one line. */
const MAX_LINE_BYTES = 1_048_576;
const LINE_FEED = 0x0a;

type Decoder = InstanceType<typeof TextDecoder>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Latin-1 as programs write it (WHATWG Encoding). */
const windows1252 = new TextDecoder('windows-1252');

/**
 * Reads UTF-8, with or without byte order mark, UTF-16 by its mark, and Latin-1 wherever a line is no UTF-8: one line of
 * another program does not spoil the others. Holds one block in memory.
 */
export function textBlocks(path: string): TextBlocks {
  let latin1 = 0;
  const lineOf = (bytes: Uint8Array) => {
    try {
      return utf8.decode(bytes);
    } catch {
      latin1 += 1;
      return windows1252.decode(bytes);
    }
  };
  const textOf = (bytes: Buffer) => {
    try {
      return utf8.decode(bytes);
    } catch {
      return linesOf(bytes).map(lineOf).join('');
    }
  };
  async function* blocks(): AsyncGenerator<string> {
    let rest: Buffer = Buffer.alloc(0);
    let utf16: Decoder | null = null;
    let isFirst = true;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (isFirst) utf16 = utf16Of(bytes);
      const end = utf16 === null ? endOfBlock(bytes) : bytes.length;
      rest = bytes.subarray(end);
      if (end === 0) continue;
      const part = bytes.subarray(0, end);
      const text = utf16 === null ? textOf(part) : utf16.decode(part, { stream: true });
      yield isFirst ? text.replace(/^\uFEFF/, '') : text;
      isFirst = false;
    }
    if (rest.length > 0) yield isFirst ? textOf(rest).replace(/^\uFEFF/, '') : textOf(rest);
  }
  return { blocks: blocks(), latin1: () => latin1 };
}

/** Of the mark at the beginning of the bytes. */
function utf16Of(bytes: Buffer): Decoder | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  return bytes[0] === 0xfe && bytes[1] === 0xff ? new TextDecoder('utf-16be') : null;
}

/** After the last line end; a line that is too long ends before a byte that begins a character (RFC 3629, section 3). */
function endOfBlock(bytes: Buffer): number {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  if (end > 0 || bytes.length < MAX_LINE_BYTES) return end;
  let cut = bytes.length;
  while (cut > bytes.length - 4 && ((bytes[cut - 1] ?? 0) & 0xc0) === 0x80) cut -= 1;
  return (bytes[cut - 1] ?? 0) >= 0xc0 ? cut - 1 : bytes.length;
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}
