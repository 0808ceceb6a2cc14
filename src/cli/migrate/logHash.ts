import { createHash } from 'node:crypto';
import { BEGINNING } from '../../events/event.ts';
import { SEAL_STREAM } from '../../events/seal.ts';
import type { EventStore } from '../../ports/eventStore.ts';

/** What a log holds besides its seals, which are about the order of one log, in one figure: equal for two logs with the same events in the same streams, in any order of streams. */
export interface LogHash {
  /**
   * Sum, modulo 2^256, of the SHA-256 over stream, revision, id, type, data and metadata of each event, in hex. The revision gives
   * an event its place in its stream; positions are the store's own, and a copy may have another order between streams.
   */
  readonly sha256Sum: string;
  readonly events: number;
}

const PAGE = 1_000;
const HASH_BITS = 256;
const HEX_DIGITS = 64;

export async function hashLog(
  store: EventStore,
  onEvents: (events: number) => void = () => {},
): Promise<LogHash> {
  let sum = 0n;
  let events = 0;
  for (let after = BEGINNING; ; ) {
    const batch = await store.readAll({ after, limit: PAGE });
    for (const { stream, revision, id, type, data, metadata } of batch.events) {
      if (stream === SEAL_STREAM) continue;
      events += 1;
      const hash = createHash('sha256').update(canonical([stream, revision, id, type, data, metadata]));
      sum = BigInt.asUintN(HASH_BITS, sum + BigInt(`0x${hash.digest('hex')}`));
    }
    onEvents(batch.events.length);
    if (batch.caughtUp || batch.position <= after)
      return { sha256Sum: sum.toString(16).padStart(HEX_DIGITS, '0'), events };
    after = batch.position;
  }
}

/** JSON with the keys of objects in order, since stores may return them in another one. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  );
}
