import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { jsonText } from './jsonText.ts';

/**
 * An answer with a list of any length, `{...head, [name]: [...]}`, of which one page is in memory at a time. A list of
 * one page is answered as a plain object. An error before the second page gets its status; after that the connection is
 * cut, since half a list must not look like a whole one.
 */
export async function streamedAnswer<Head extends object, Name extends string, Item>(
  reply: Pick<FastifyReply, 'type'>,
  head: Head,
  name: Name,
  pages: AsyncIterable<readonly Item[]>,
): Promise<Head & Record<Name, Item[]>> {
  const rest = pages[Symbol.asyncIterator]();
  const first = await rest.next();
  const second = first.done ? first : await rest.next();
  if (second.done) {
    const items: readonly Item[] = first.done ? [] : first.value;
    return { ...head, [name]: items } as Head & Record<Name, Item[]>;
  }
  reply.type('application/json; charset=utf-8');
  const texts = textsOf(head, name, [first.value, second.value], rest);
  // A stream of the JSON text, which fastify sends as it is.
  return Readable.from(texts, { objectMode: false }) as unknown as Head & Record<Name, Item[]>;
}

async function* textsOf<Item>(
  head: object,
  name: string,
  read: readonly (readonly Item[])[],
  rest: AsyncIterator<readonly Item[]>,
): AsyncIterable<string> {
  const opening = jsonText({ ...head, [name]: [] }).slice(0, -'[]}'.length);
  yield `${opening}[`;
  let separator = '';
  const itemTexts = function* (page: readonly Item[]) {
    for (const item of page) {
      yield separator + jsonText(item);
      separator = ',';
    }
  };
  try {
    for (const page of read) yield* itemTexts(page);
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield* itemTexts(next.value);
  } finally {
    // When the caller disconnects, reading ends too.
    await rest.return?.();
  }
  yield ']}';
}
