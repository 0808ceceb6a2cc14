import { randomBytes, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { commitmentTo } from '../../src/events/commitments.ts';
import type { PartKind } from '../../src/events/event.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { PartStore, StoredPart } from '../../src/ports/parts.ts';
import type { Opened } from './opened.ts';

export type PartsFactory = (clock: Clock) => Promise<Opened<PartStore>>;

/** A part of an event that no one appends. */
export function newPart(text = '{"to":"ann@example.net"}', kind: PartKind = 'people'): StoredPart {
  const part = { salt: randomBytes(16).toString('base64url'), text };
  return {
    ...part,
    commitment: commitmentTo(part),
    stream: `contract-${randomUUID()}`,
    eventId: randomUUID(),
    kind,
  };
}

/** Every rule of src/ports/parts.ts as a test. */
export function partsContract(name: string, factory: PartsFactory): void {
  const test = suite(name);
  let opened: Opened<PartStore>;
  let parts: PartStore;
  let nowMs = 1_800_000_000_000;
  test.before(async () => {
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    opened = await factory({ nowMs: () => nowMs, monotonicMs: () => performance.now(), turn, sleep });
    parts = opened.subject;
  });
  test.after(() => opened.destroy());

  const put = async (...stored: StoredPart[]) => {
    await parts.put(stored);
    return stored.map(({ commitment }) => commitment);
  };
  const there = async (commitments: readonly string[]) => [...(await parts.find(commitments)).keys()].sort();
  const unmarked = async (beforeMs = nowMs + 1) =>
    (await parts.unmarked(beforeMs, 10_000)).map(({ commitment }) => commitment);

  test('a new store is empty', async () => {
    assert.equal(await parts.unmarked(nowMs + 1, 10), []);
  });

  test('what was put is found by its commitment, as it was, by every process and after a restart', async () => {
    const texts = [
      '{}',
      '{"subject":"Grüße, 你好 👍 "}',
      `{"html":"${'<p>"quoted" \\\\u0000 \\ud800</p>'.replaceAll('"', '\\"')}"}`,
      JSON.stringify({ text: `lone \ud800, zero \0, ${'x'.repeat(600_000)}` }),
    ];
    const stored = texts.map((text, at) => newPart(text, at % 2 === 0 ? 'people' : 'contents'));
    const commitments = await put(...stored);
    const expected = stored.map(({ commitment, salt, text }) => [
      commitment,
      { salt, text, isMarked: false },
    ]);
    const found = async (store: PartStore) =>
      [...(await store.find(commitments))].sort(([one], [other]) =>
        commitments.indexOf(one) < commitments.indexOf(other) ? -1 : 1,
      );
    assert.equal(await found(parts), expected);
    if (opened.second !== undefined) assert.equal(await found(await opened.second()), expected);
    if (opened.reopen !== undefined) parts = await opened.reopen();
    assert.equal(await found(parts), expected);
    for (const { salt, text, commitment } of stored) assert.is(commitmentTo({ salt, text }), commitment);
  });

  test('those that are not there are left out', async () => {
    const [commitment = ''] = await put(newPart());
    assert.equal(await there([newPart().commitment, commitment, 'no commitment']), [commitment]);
    assert.equal(await there([]), []);
  });

  test('what is put again stays as it is', async () => {
    const part = newPart();
    const [commitment = ''] = await put(part);
    await put({ ...part, text: '{"to":"bob@example.net"}' });
    assert.is((await parts.find([commitment])).get(commitment)?.text, part.text);
  });

  test('many puts at once, also of the same parts by several processes, are all there', async () => {
    const second = (await opened.second?.()) ?? parts;
    const stored = Array.from({ length: 60 }, () => newPart());
    const runs = stored.flatMap((part, at) => [
      parts.put([part]),
      second.put([part]),
      second.put(stored.slice(at, at + 3)),
    ]);
    await Promise.all(runs);
    const commitments = stored.map(({ commitment }) => commitment).sort();
    assert.equal(await there(commitments), commitments);
  });

  test('unmarked ones are named with their streams, the oldest first, until they are marked', async () => {
    const [older, newer, young] = [newPart(), newPart(), newPart()];
    nowMs += 100_000;
    const sinceMs = nowMs;
    await parts.mark(await unmarked());
    assert.equal(await unmarked(), []);
    await put(older);
    nowMs += 1_000;
    await put(newer);
    const beforeMs = nowMs + 1;
    nowMs += 1_000;
    await put(young);
    assert.equal(await parts.unmarked(sinceMs, 10), []);
    const named = [older, newer].map(({ commitment, stream }) => ({ commitment, stream }));
    assert.equal(await parts.unmarked(beforeMs, 10), named);
    assert.equal(await parts.unmarked(beforeMs, 1), named.slice(0, 1));
    await parts.mark([older.commitment, 'not there']);
    await parts.mark([]);
    assert.equal(await parts.unmarked(beforeMs, 10), named.slice(1));
    assert.is((await parts.find([older.commitment])).get(older.commitment)?.isMarked, true);
  });

  test('only what is unmarked and was not put again since is removed', async () => {
    const stored = Array.from({ length: 4 }, () => newPart());
    const [orphan = '', marked = '', again = '', other = ''] = await put(...stored);
    await parts.mark([marked]);
    const beforeMs = nowMs + 1;
    nowMs += 5_000;
    await parts.put(stored.slice(2, 3));
    await parts.remove([orphan, marked, again, 'not there'], beforeMs);
    assert.equal(await there([orphan, marked, again, other]), [marked, again, other].sort());
    await parts.put(stored.slice(1, 2));
    assert.ok((await unmarked()).includes(marked), 'what is put again is unmarked from then on');
  });

  test('what is cut is gone, marked or not, and nothing else', async () => {
    const stored = Array.from({ length: 700 }, () => newPart());
    const commitments = await put(...stored);
    await parts.mark(commitments.slice(0, 400));
    const [stays = '', ...cut] = commitments;
    await parts.cut([...cut, 'not there']);
    await parts.cut([]);
    assert.equal(await there(commitments), [stays]);
    await put(...stored.slice(1, 3));
    assert.equal(await there(commitments), commitments.slice(0, 3).sort(), 'it may be put again');
  });

  test.run();
}
