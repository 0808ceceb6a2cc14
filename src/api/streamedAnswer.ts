import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { jsonText } from './jsonText.ts';

/**
 * An answer with a list that may be long, `{...head, [name]: [...]}`: whatever its length, a page of it is in memory at a
 * time. A list of one page is answered as a plain object. What fails before the second page gets its status; after
 * that the connection is cut, since half a list must not look like a whole one.
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
  // The stream of the text of what the caller's schema says.
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
  let between = '';
  try {
    for (const page of read)
      for (const item of page) {
        yield between + jsonText(item);
        between = ',';
      }
    for (let next = await rest.next(); !next.done; next = await rest.next())
      for (const item of next.value) {
        yield between + jsonText(item);
        between = ',';
      }
  } finally {
    // A caller who hangs up ends the reading too.
    await rest.return?.();
  }
  yield ']}';
}
