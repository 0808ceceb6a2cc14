import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import type { EventBatch, ReadAllOptions } from '../../src/ports/eventStore.ts';
import { logPages } from '../../src/rebuild/logPages.ts';

const test = suite('pages of the log');

/** A log of so many events, of which a reader is given this end; and which pages were asked for. */
function logOf(events: number, { seen = events } = {}) {
  const asked: number[] = [];
  return {
    asked,
    head: async () => positionAt(events),
    async readAll({ after, limit }: ReadAllOptions): Promise<EventBatch> {
      asked.push(Number(after));
      const position = positionAt(Math.min(Number(after) + limit, seen));
      return { events: [], position, caughtUp: position >= positionAt(seen) };
    },
  };
}

async function pagesOf(...args: Parameters<typeof logPages>): Promise<number[]> {
  const pages: number[] = [];
  for await (const { position } of logPages(...args)) pages.push(Number(position));
  return pages;
}

test('gives each page once, and asks for none after the end', async () => {
  const log = logOf(25);
  assert.equal(await pagesOf(log, { after: BEGINNING, limit: 10 }), [10, 20, 25]);
  assert.equal(log.asked, [0, 10, 20]);
  assert.equal(await pagesOf(log, { after: positionAt(25), limit: 10 }), []);
  assert.equal(await pagesOf(logOf(25), { after: BEGINNING, until: positionAt(15), limit: 10 }), [10, 20]);
  const exact = logOf(20);
  assert.equal(await pagesOf(exact, { after: BEGINNING, limit: 10 }), [10, 20]);
  assert.equal(exact.asked, [0, 10]);
});

test('reads the next page while a page is handled', async () => {
  const log = logOf(25);
  const pages = logPages(log, { after: BEGINNING, limit: 10 });
  await pages.next();
  assert.equal(log.asked, [0, 10]);
});

test('a node that lags is no end of the log', async () => {
  const read = pagesOf(logOf(25, { seen: 12 }), { after: BEGINNING, limit: 10 });
  assert.match(String(await read.catch((error: unknown) => error)), /lags behind another/);
});

test('a fault of a page that is never taken concerns no one', async () => {
  const log = logOf(25);
  const readAll: typeof log.readAll = (options) =>
    Number(options.after) > 0 ? Promise.reject(new Error('cut off')) : log.readAll(options);
  for await (const page of logPages({ ...log, readAll }, { after: BEGINNING, limit: 10 })) {
    assert.is(Number(page.position), 10);
    break;
  }
  await new Promise(setImmediate);
});

test.run();
