import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { commitmentTo } from '../../../src/events/commitments.ts';
import { BEGINNING, type NewEvent, type Parts, type RecordedEvent } from '../../../src/events/event.ts';
import { AppendTooLarge, type EventStore, MAX_APPEND_BYTES } from '../../../src/ports/eventStore.ts';
import type { Factory, Opened } from '../opened.ts';
import { collect, freshStream, newEvent, rejection } from './events.ts';

/** An event that commits to these parts. */
export function eventWithParts(texts: { readonly people?: string; readonly contents?: string }): NewEvent {
  const event = newEvent({ n: 1 });
  const parts = Object.entries(texts).map(([kind, text]) => {
    return [kind, { salt: randomBytes(16).toString('base64url'), text }] as const;
  });
  const commitments = parts.map(([kind, part]) => [kind, commitmentTo(part)]);
  return {
    ...event,
    metadata: { ...event.metadata, ...Object.fromEntries(commitments) },
    parts: Object.fromEntries(parts) as Parts,
  };
}

/** What is said of parts in src/ports/eventStore.ts. */
export function partsOfEventsContract(name: string, factory: Factory<EventStore>): void {
  const test = suite(name);
  let opened: Opened<EventStore>;
  let store: EventStore;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());

  const both = () => eventWithParts({ people: '{"to":"ann@example.net"}', contents: '{"text":"Grüße 👍"}' });
  const plain = (events: readonly RecordedEvent[]) => events.map(({ id, parts }) => ({ id, parts }));

  test('every read gives events with the parts that they were appended with, also after a restart', async () => {
    const after = await store.head();
    const stream = freshStream();
    const events = [
      both(),
      newEvent(),
      eventWithParts({ people: '{}' }),
      eventWithParts({ contents: '[1]' }),
    ];
    await store.append(stream, 'no-stream', events);
    const expected = events.map(({ id, parts }) => ({ id, parts }));
    if (opened.reopen !== undefined) store = await opened.reopen();
    const ids = new Set(events.map(({ id }) => id));
    const isOwn = ({ id }: RecordedEvent) => ids.has(id);
    assert.equal(plain(await store.readStream(stream)), expected);
    assert.equal(plain(await store.readStream(stream, { fromRevision: 2, limit: 1 })), expected.slice(2, 3));
    const page = await store.readAll({ after, limit: 1_000 });
    assert.equal(plain(page.events.filter(isOwn)), expected);
    const typed = await store.readAll({ after, limit: 1_000, types: ['ContractNoted'] });
    assert.equal(plain(typed.events.filter(isOwn)), expected);
    const followed = await collect(store, { after }, (seen) => seen.filter(isOwn).length === events.length);
    assert.equal(plain(followed.filter(isOwn)), expected);
    const { leaves } = await store.readLeaves({ after, limit: 1_000, withParts: true });
    const own = leaves.filter((leaf) => leaf.stream === stream);
    assert.equal(
      own.map(({ parts }) => parts?.()),
      expected.map(({ parts = {} }) => parts),
    );
  });

  test('without parts nothing of them is read, and the hashes are the same', async () => {
    const after = await store.head();
    const event = both();
    await store.append(freshStream(), 'no-stream', [event]);
    const { events } = await store.readAll({ after, limit: 10, withoutParts: true });
    assert.equal(plain(events), [{ id: event.id, parts: undefined }]);
    const [one] = (await store.readLeaves({ after, limit: 1 })).leaves;
    const [other] = (await store.readLeaves({ after, limit: 1, withParts: true })).leaves;
    assert.is(one?.hash, other?.hash);
    assert.is(one?.parts, undefined);
    assert.not.match(String(one?.texts()), 'ann@example.net');
  });

  test('a repeated append answers as the first did, and changes nothing', async () => {
    const stream = freshStream();
    const event = both();
    const first = await store.append(stream, 'no-stream', [event]);
    assert.equal(await store.append(stream, 'no-stream', [event]), first);
    assert.equal(plain(await store.readStream(stream)), [{ id: event.id, parts: event.parts }]);
  });

  test('the same event with other parts, as after a crash, keeps those of the first append', async () => {
    const stream = freshStream();
    const event = both();
    const first = await store.append(stream, 'no-stream', [event]);
    const again = { ...both(), id: event.id };
    assert.equal(await store.append(stream, 'no-stream', [again]), first);
    assert.equal(plain(await store.readStream(stream)), [{ id: event.id, parts: event.parts }]);
  });

  test('parts count among the bytes of an append', async () => {
    const stream = freshStream();
    const large = eventWithParts({
      people: `"${'x'.repeat(MAX_APPEND_BYTES / 2)}"`,
      contents: `"${'ü'.repeat(MAX_APPEND_BYTES / 4)}"`,
    });
    assert.instance(await rejection(store.append(stream, 'no-stream', [large])), AppendTooLarge);
    assert.equal(await store.readStream(stream), []);
    const small = eventWithParts({ people: `"${'x'.repeat(MAX_APPEND_BYTES - 2_000)}"` });
    await store.append(stream, 'no-stream', [small]);
    assert.equal((await store.readStream(stream))[0]?.parts, small.parts);
  });

  test('a long stream and a long page come with all their parts', async () => {
    const after = await store.head();
    const stream = freshStream();
    const events = Array.from({ length: 1_200 }, () => both());
    for (let at = 0; at < events.length; at += 300)
      await store.append(stream, at === 0 ? 'no-stream' : at - 1, events.slice(at, at + 300));
    const expected = events.map(({ id, parts }) => ({ id, parts }));
    assert.equal(plain(await store.readStream(stream)), expected);
    const seen: RecordedEvent[] = [];
    let position = after === BEGINNING ? BEGINNING : after;
    for (let caughtUp = false; !caughtUp; ) {
      const page = await store.readAll({ after: position, limit: 5_000 });
      seen.push(...page.events);
      ({ position, caughtUp } = page);
    }
    assert.equal(plain(seen.filter((event) => event.stream === stream)), expected);
  });

  test.run();
}
