import { createReadStream } from 'node:fs';

/** Far above what an event may have. */
const MAX_LINE_BYTES = 16 * 1_048_576;
const LINE_FEED = 0x0a;

/**
 * The whole lines of a file, without their line feeds; what follows the last line feed is left out.
 * @throws RangeError for a line of more than 16 MiB
 */
export async function* linesOf(file: string): AsyncGenerator<Buffer, void, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = text.indexOf(LINE_FEED); to !== -1; to = text.indexOf(LINE_FEED, from)) {
      yield text.subarray(from, to);
      from = to + 1;
    }
    rest = text.subarray(from);
    if (rest.length > MAX_LINE_BYTES)
      throw new RangeError('it has a line of more than 16 MiB, and is no export');
  }
}
