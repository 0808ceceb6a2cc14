import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedEvent } from '../../src/events/event.ts';
import { emptyShare, memoryShares, type Share } from '../../src/runtime/memoryShares.ts';

const test = suite('shares of the memory for events');

const entry = (characters: number) => ({
  owner: 'o',
  before: '',
  event: { data: { text: 'x'.repeat(characters) } } as unknown as RecordedEvent,
});

function filled(shares: ReturnType<typeof memoryShares>, share: Share, characters: number): number {
  for (; shares.hasRoom(share, 1); ) shares.keep(share, entry(characters));
  return share.entries.size;
}

test('one owner has 2,048 events at most, the next less, and ever less of what is left', () => {
  const shares = memoryShares();
  const sizes = Array.from({ length: 40 }, () => filled(shares, emptyShare(), 1));
  assert.ok((sizes[0] ?? 0) > 1_500, String(sizes[0]));
  assert.ok(sizes.every((size, at) => at === 0 || size <= (sizes[at - 1] ?? 0)));
  assert.ok(sizes.every((size) => size > 0));
  assert.ok(shares.size <= 16_384, String(shares.size));
  assert.ok(filled(shares, emptyShare(), 1) > 0, 'a newcomer has no room');
});

test('events of nearly a mebibyte fill no more than 32 MiB, and leave room to others', () => {
  const shares = memoryShares();
  const first = filled(shares, emptyShare(), 1_000_000);
  assert.ok(first <= 4, String(first));
  for (let n = 0; n < 100; n++) filled(shares, emptyShare(), 1_000_000);
  assert.ok(shares.size <= 34, String(shares.size));
});

test('what is dropped makes room, and a share is half empty from half of it on', () => {
  const shares = memoryShares();
  const share = emptyShare();
  filled(shares, share, 1);
  assert.not.ok(shares.hasRoom(share, 1 / 2));
  for (const one of [...share.entries].slice(0, share.entries.size / 2 + 1)) shares.drop(share, one);
  assert.ok(shares.hasRoom(share, 1 / 2));
  for (const one of share.entries) shares.drop(share, one);
  assert.is(shares.size, 0);
  assert.is(share.characters, 0);
});

test.run();
