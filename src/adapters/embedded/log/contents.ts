import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogReader } from './logReader.ts';

/** Contents that are read in one turn of the event loop: up to a mebibyte each, and mostly far below it. */
const PAGE_CONTENTS = 50;

/** See `Contents`. */
export async function* contentsIn(
  reader: Pick<LogReader, 'contents'>,
): AsyncGenerator<readonly string[], void, void> {
  for (let after = 0; ; ) {
    const page = await reader.contents(after, PAGE_CONTENTS);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map(([, text]) => text);
    [after] = last;
    await nextTurn();
  }
}
