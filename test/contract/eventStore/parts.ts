import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type NewEvent, PART_KINDS, type Parts, type RecordedEvent } from '../../../src/events/event.ts';
import { commitmentTo } from '../../../src/events/parts.ts';
import { AppendTooLarge, type EventStore, MAX_APPEND_BYTES } from '../../../src/ports/eventStore.ts';
import type { Factory, Opened } from '../opened.ts';
import { collect, freshStream, idsOf, newEvent, rejection } from './events.ts';

const TO = '{"to":"ann@example.com"}';
const HELLO = '{"text":"Grüße, \\u0000 \\ud800 \u{1F600}"}';
const EMPTY = '{"text":""}';
let drawn = 0;
const part = (text: string) => ({ salt: Buffer.alloc(16, ++drawn).toString('base64url'), text });

/** An event that commits to parts of these kinds. */
export function dividedEvent(parts: Parts, data: unknown = { n: ++drawn }): NewEvent {
  const commitments = PART_KINDS.flatMap((kind) => {
    const own = parts[kind];
    return own === undefined ? [] : [[kind, commitmentTo(own)] as const];
  });
  const event = newEvent(data);
  return { ...event, metadata: { ...event.metadata, ...Object.fromEntries(commitments) }, parts };
}

/** The parts of events, which are stored with them and come back with them. */
export function partsContract(name: string, factory: Factory<EventStore>): void {
  const test = suite(name);
  let opened: Opened<EventStore>;
  let store: EventStore;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());

  const [to, hello, empty] = [() => part(TO), () => part(HELLO), () => part(EMPTY)];
  const events = () => [
    dividedEvent({ people: to(), contents: hello() }),
    newEvent({ n: 'open' }),
    dividedEvent({ contents: empty() }),
    dividedEvent({ people: to() }),
  ];
  const partsOf = (read: readonly { readonly parts?: Parts }[]) => read.map(({ parts }) => parts);
  const until = (ids: readonly string[]) => (seen: readonly RecordedEvent[]) =>
    ids.every((id) => seen.some((event) => event.id === id));

  test('parts come back with their events, wherever those are read', async () => {
    const before = await store.head();
    const stream = freshStream();
    const appended = events();
    await store.append(stream, 'no-stream', appended);
    const expected = partsOf(appended);
    assert.equal(partsOf(await store.readStream(stream)), expected);
    const own = (read: readonly RecordedEvent[]) => read.filter((event) => event.stream === stream);
    assert.equal(partsOf(own((await store.readAll({ after: before, limit: 50 })).events)), expected);
    assert.equal(partsOf(own(await collect(store, { after: before }, until(idsOf(appended))))), expected);
    const { leaves, fault } = await store.readLeaves({ after: before, limit: 50, withParts: true });
    assert.is(fault, null);
    const ofLeaves = leaves.filter((leaf) => leaf.stream === stream).map(({ parts }) => parts ?? {});
    assert.equal(
      ofLeaves,
      expected.map((parts) => parts ?? {}),
    );
  });

  test('a subscription that waits gets them too', async () => {
    const stream = freshStream();
    const appended = events();
    const seen = collect(store, { after: await store.head() }, until(idsOf(appended)));
    await store.append(stream, 'no-stream', appended);
    assert.equal(partsOf((await seen).filter((event) => event.stream === stream)), partsOf(appended));
  });

  test('events are read without their parts where none are wanted', async () => {
    const before = await store.head();
    await store.append(freshStream(), 'no-stream', events());
    const page = await store.readAll({ after: before, limit: 50, withoutParts: true });
    assert.ok(page.events.length >= 4);
    for (const event of page.events) assert.not.ok('parts' in event);
    const [first] = page.events;
    assert.equal(Object.keys(first?.metadata ?? {}).slice(-2), [...PART_KINDS]);
  });

  test('an append that is repeated keeps the parts of the first', async () => {
    const stream = freshStream();
    const [first] = [dividedEvent({ people: to() })];
    const answer = await store.append(stream, 'no-stream', [first]);
    assert.equal(await store.append(stream, 'no-stream', [first]), answer);
    const again = { ...dividedEvent({ people: to() }), id: first.id };
    assert.equal(await store.append(stream, 'no-stream', [again]), answer);
    const [stored] = await store.readStream(stream);
    assert.equal(stored?.parts, first.parts);
    assert.is(stored?.metadata.people, first.metadata.people);
  });

  test('parts count for the limit of an append, and nothing is written above it', async () => {
    const stream = freshStream();
    const large = dividedEvent({ contents: part(JSON.stringify({ text: 'x'.repeat(MAX_APPEND_BYTES) })) });
    assert.instance(await rejection(store.append(stream, 'no-stream', [large])), AppendTooLarge);
    const fits = dividedEvent({
      contents: part(JSON.stringify({ text: 'x'.repeat(MAX_APPEND_BYTES - 4_096) })),
    });
    await store.append(stream, 'no-stream', [fits]);
    assert.equal((await store.readStream(stream))[0]?.parts, fits.parts);
  });

  test('they are there after a restart, and another client reads them', async () => {
    const stream = freshStream();
    const appended = events();
    await store.append(stream, 'no-stream', appended);
    const second = await opened.second?.();
    if (second !== undefined) assert.equal(partsOf(await second.readStream(stream)), partsOf(appended));
    store = (await opened.reopen?.()) ?? store;
    assert.equal(partsOf(await store.readStream(stream)), partsOf(appended));
  });

  test.run();
}
