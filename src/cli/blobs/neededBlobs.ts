import { blobRefsIn } from '../../events/blobRefs.ts';
import { BEGINNING, type Position } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { logPages } from '../../runtime/rebuild/logPages.ts';

const PAGE = 500;

export interface NeededBlobs {
  readonly hashes: HashSet;
  /** How far the log was read. */
  readonly position: Position;
}

/**
 * The blobs that any event of the log refers to. All types are read: an event written by a later version stops the
 * reading, because leaving it out would lose what it refers to.
 */
export async function neededBlobs(
  store: EventStore,
  onEvents: (events: number) => void = () => {},
): Promise<NeededBlobs> {
  const hashes = hashSet();
  let position: Position = BEGINNING;
  for await (const page of logPages(store, { after: position, limit: PAGE })) {
    for (const { data } of page.events) for (const { sha256 } of blobRefsIn(data)) hashes.add(sha256);
    onEvents(page.events.length);
    position = page.position;
  }
  return { hashes, position };
}

/** Slots at first, and the share of them that may be taken before their number doubles. */
const FIRST_SLOTS = 1_024;
const MAX_LOAD = 0.5;

/**
 * SHA-256 hashes by their first 64 bits, in 16 to 32 bytes of memory each: ten million in 320 MB. Two of that many
 * share their first 64 bits once in 400,000 times; then an orphan is taken for a needed blob, and stays.
 */
export interface HashSet {
  add(sha256: string): void;
  has(sha256: string): boolean;
  readonly size: number;
}

export function hashSet(): HashSet {
  let slots = new BigUint64Array(FIRST_SLOTS);
  let size = 0;

  /** The slot that holds the prefix, or the free one where it belongs. Hashes are spread evenly by nature. */
  const slotOf = (prefix: bigint): number => {
    const mask = slots.length - 1;
    let at = Number(BigInt.asUintN(32, prefix)) & mask;
    while (slots[at] !== 0n && slots[at] !== prefix) at = (at + 1) & mask;
    return at;
  };
  const grow = () => {
    const before = slots;
    slots = new BigUint64Array(before.length * 2);
    for (const prefix of before) if (prefix !== 0n) slots[slotOf(prefix)] = prefix;
  };

  return {
    add(sha256) {
      const prefix = prefixOf(sha256);
      const at = slotOf(prefix);
      if (slots[at] === prefix) return;
      slots[at] = prefix;
      size += 1;
      if (size > slots.length * MAX_LOAD) grow();
    },
    has: (sha256) => slots[slotOf(prefixOf(sha256))] !== 0n,
    get size() {
      return size;
    },
  };
}

/** Zero marks a free slot, so the one hash in 2^64 that begins with it counts as the next. */
function prefixOf(sha256: string): bigint {
  const prefix = BigInt(`0x${sha256.slice(0, 16)}`);
  return prefix === 0n ? 1n : prefix;
}
