import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING, type Position, type RecordedEvent } from '../../../src/events/event.ts';
import type { EventStore, Leaf } from '../../../src/ports/eventStore.ts';
import { skipped } from '../../support/skipped.ts';
import type { Factory, Opened } from '../opened.ts';
import { fill, freshStream, idsOf, newEvent, numbered } from './events.ts';

/** Reading one stream, and the whole log page by page. */
export function readContract(name: string, factory: Factory<EventStore>): void {
  const test = suite(name);
  let opened: Opened<EventStore>;
  let store: EventStore;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());

  /** Pages through the log until it is caught up. */
  const pages = async (after: Position, limit: number, types?: readonly string[]) => {
    const events: RecordedEvent[] = [];
    for (let at = after; ; ) {
      const page = await store.readAll({ after: at, limit, ...(types && { types }) });
      assert.ok(page.events.length <= limit, 'a page holds at most its limit');
      assert.ok(page.position >= at, 'a page never moves back');
      assert.ok(page.events.every(({ position }) => position > at && position <= page.position));
      events.push(...page.events);
      if (page.caughtUp) return events;
      assert.ok(page.position > at, 'a page that is not the last moves on');
      at = page.position;
    }
  };

  /** Pages back through the log, to its beginning. */
  const pagesBack = async (before: Position | null, limit: number, types?: readonly string[]) => {
    const events: RecordedEvent[] = [];
    for (let at = before; ; ) {
      const page = await store.readBack({ before: at, limit, ...(types && { types }) });
      assert.ok(page.events.length <= limit, 'a page holds at most its limit');
      const isOfPage = ({ position }: RecordedEvent) =>
        (at === null || position < at) && position >= page.position;
      assert.ok(page.events.every(isOfPage));
      events.push(...page.events);
      if (page.caughtUp) return events;
      assert.ok(at === null || page.position < at, 'a page that is not the last moves on');
      at = page.position;
    }
  };

  test('an empty log is caught up at its beginning', async () => {
    const empty = await factory();
    try {
      if (empty.shared)
        return skipped(`${name}: its log is shared, and not empty (run without EVENTSTORE_TEST_URL)`);
      assert.is(await empty.subject.head(), BEGINNING);
      const page = await empty.subject.readAll({ after: BEGINNING, limit: 10 });
      assert.equal(page, { events: [], position: BEGINNING, caughtUp: true });
      assert.equal(await empty.subject.readBack({ before: null, limit: 10 }), page);
    } finally {
      await empty.destroy();
    }
  });

  test('a stream that does not exist reads as empty', async () => {
    assert.equal(await store.readStream(freshStream()), []);
    assert.equal(await store.readStream(freshStream(), { fromRevision: 3, limit: 2 }), []);
  });

  test('a stream is read from a revision and up to a limit', async () => {
    const stream = freshStream();
    await store.append(stream, 'no-stream', numbered(10));
    const revisions = async (options?: { fromRevision?: number; limit?: number }) =>
      (await store.readStream(stream, options)).map(({ revision }) => revision);
    assert.equal(await revisions({ fromRevision: 7 }), [7, 8, 9]);
    assert.equal(await revisions({ limit: 2 }), [0, 1]);
    assert.equal(await revisions({ fromRevision: 4, limit: 3 }), [4, 5, 6]);
    assert.equal(await revisions({ fromRevision: 9 }), [9]);
    assert.equal(await revisions({ fromRevision: 10 }), []);
    assert.equal(await revisions({ fromRevision: 8, limit: 100 }), [8, 9]);
  });

  test('a long stream is read whole', async () => {
    const stream = freshStream();
    const ids = await fill(store, stream, 3_000);
    assert.equal(idsOf(await store.readStream(stream)), ids);
  });

  test('head is the position of the last event', async () => {
    const answer = await store.append(freshStream(), 'no-stream', numbered(3));
    assert.is(await store.head(), answer.position);
  });

  test('the end lies at the head, or behind it where the server writes for itself', async () => {
    const { position } = await store.append(freshStream(), 'no-stream', numbered(3));
    assert.ok(((await store.end()) ?? '') >= position);
  });

  test('the log is read in the order of its appends, after a position', async () => {
    const start = await store.head();
    const [one, two] = [freshStream(), freshStream()];
    const events = numbered(6);
    await store.append(one, 'no-stream', events.slice(0, 2));
    await store.append(two, 'no-stream', events.slice(2, 3));
    await store.append(one, 1, events.slice(3, 5));
    await store.append(two, 0, events.slice(5));
    const read = await pages(start, 100);
    assert.equal(idsOf(read), idsOf(events));
    assert.equal(
      read.map(({ stream }) => stream),
      [one, one, two, one, one, two],
    );
    assert.equal(
      read.map(({ revision }) => revision),
      [0, 1, 0, 2, 3, 1],
    );
    for (const [at, event] of read.entries()) {
      assert.equal(idsOf(await pages(event.position, 100)), idsOf(events.slice(at + 1)));
    }
  });

  test('pages of any size hold every event once', async () => {
    const start = await store.head();
    const ids = await fill(store, freshStream(), 1_200);
    for (const limit of [7, 100, 5_000]) assert.equal(idsOf(await pages(start, limit)), ids);
  });

  test('a page that stops at its limit is not caught up, the last one is', async () => {
    const start = await store.head();
    await store.append(freshStream(), 'no-stream', numbered(10));
    const page = await store.readAll({ after: start, limit: 4 });
    assert.is(page.events.length, 4);
    assert.not(page.caughtUp);
    assert.is(page.position, page.events.at(-1)?.position);
    const rest = await store.readAll({ after: page.position, limit: 100 });
    assert.is(rest.events.length, 6);
    assert.ok(rest.caughtUp);
    assert.is(rest.position, await store.head());
    const none = await store.readAll({ after: rest.position, limit: 100 });
    assert.equal(none, { events: [], position: rest.position, caughtUp: true });
  });

  test('only the asked types are read, by their whole name', async () => {
    const start = await store.head();
    const types = ['Wanted', 'WantedToo', 'Unwanted', 'wanted', 'Want', 'W.nted', 'Wanted'];
    const events = types.map((type) => newEvent({}, type));
    await store.append(freshStream(), 'no-stream', events);
    const of = async (...wanted: string[]) => (await pages(start, 100, wanted)).map(({ type }) => type);
    assert.equal(await of('Wanted'), ['Wanted', 'Wanted']);
    assert.equal(await of('Want', 'WantedToo'), ['WantedToo', 'Want']);
    assert.equal(await of('W.nted'), ['W.nted']);
    assert.equal(await of('Absent'), []);
  });

  test('the limit counts asked events, and the position passes over the others', async () => {
    const start = await store.head();
    const stream = freshStream();
    await fill(store, stream, 1_500, 'Ignored');
    await store.append(stream, 1_499, [
      newEvent({}, 'Sought'),
      newEvent({}, 'Ignored'),
      newEvent({}, 'Sought'),
    ]);
    await store.append(stream, 1_502, numbered(20, 'Ignored'));
    const sought = await pages(start, 1, ['Sought']);
    assert.equal(
      sought.map(({ revision }) => revision),
      [1_500, 1_502],
    );
    let at = start;
    for (let page = await store.readAll({ after: at, limit: 10, types: ['Absent'] }); ; ) {
      assert.equal(page.events, []);
      at = page.position;
      if (page.caughtUp) break;
      page = await store.readAll({ after: at, limit: 10, types: ['Absent'] });
    }
    assert.is(at, await store.head());
  });

  test('backwards it is the same, the newest first, in pages of any size, and of the asked types', async () => {
    const [one, two] = [freshStream(), freshStream()];
    await store.append(one, 'no-stream', numbered(3, 'Wanted'));
    await fill(store, two, 1_200);
    await store.append(one, 2, numbered(2, 'Wanted', 3));
    const all = await pages(BEGINNING, 1_000);
    const middle = all.at(-600)?.position ?? BEGINNING;
    for (const limit of [50, 5_000])
      for (const before of [null, middle]) {
        const own = all.filter(({ position }) => before === null || position < before);
        assert.equal(await pagesBack(before, limit), own.toReversed());
        const wanted = own.filter(({ type }) => type === 'Wanted');
        assert.equal(idsOf(await pagesBack(before, limit, ['Wanted'])), idsOf(wanted.toReversed()));
      }
    assert.equal(await pagesBack(all[0]?.position ?? BEGINNING, 10), []);
  });

  test('a page read while others append has no holes', async () => {
    const start = await store.head();
    const writers = Array.from({ length: 8 }, async () => {
      const stream = freshStream();
      for (let n = 0; n < 40; n++)
        await store.append(stream, n === 0 ? 'no-stream' : n - 1, [newEvent({ n })]);
    });
    const seen: RecordedEvent[] = [];
    const done = Promise.all(writers);
    for (let at = start; seen.length < 320; ) {
      const page = await store.readAll({ after: at, limit: 16 });
      seen.push(...page.events);
      at = page.position;
    }
    await done;
    assert.equal(idsOf(seen), idsOf(await pages(start, 1_000)));
  });

  test('hashes each event as docs/log-format.md says', async () => {
    const stream = freshStream();
    const before = await store.head();
    await store.append(stream, 'no-stream', [
      ...numbered(2),
      newEvent({ text: 'ü\u2028', 10: -0.5, 2: [null] }),
    ]);
    const events = await store.readStream(stream);
    const leaves: Leaf[] = [];
    for (let after = before; ; ) {
      const page = await store.readLeaves({ after, limit: 3 });
      assert.is(page.fault, null);
      leaves.push(...page.leaves);
      const last = page.leaves.at(-1);
      if (last === undefined) break;
      assert.ok(last.position > after && page.leaves.length <= 3);
      after = last.position;
    }
    assert.ok(leaves.every(({ position }, at) => position > (leaves[at - 1]?.position ?? BEGINNING)));
    const stored = await store.readLeaves({ after: before, limit: leaves.length, isUnchecked: true });
    const named = ({ position, stream, revision, hash }: Leaf) => [position, stream, revision, hash].join();
    assert.equal(stored.leaves.map(named), leaves.map(named));
    for (const event of events) {
      const { revision, type, id, metadata } = event;
      const texts = [stream, type, id, metadata.at, metadata.workspace];
      const bytes = [...texts, JSON.stringify(event.data), JSON.stringify(metadata)].map((text) =>
        Buffer.from(text),
      );
      const numbers = Buffer.alloc(9 + 4 * bytes.length, 1);
      numbers.writeBigUInt64BE(BigInt(revision), 1);
      for (const [at, { length }] of bytes.entries()) numbers.writeUInt32BE(length, 9 + 4 * at);
      const leaf = leaves.find(({ position }) => position === event.position);
      const expected = createHash('sha256')
        .update(Buffer.concat([numbers, ...bytes]))
        .digest('hex');
      assert.is(leaf?.hash, expected);
      assert.equal(leaf?.texts(), bytes.map(String));
    }
  });

  test.run();
}
