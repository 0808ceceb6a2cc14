import { leafPages } from '../../audit/leafPages.ts';
import { BEGINNING } from '../../events/event.ts';
import { SEAL_STREAM } from '../../events/seal.ts';
import type { EventStore } from '../../ports/eventStore.ts';

/** What a log holds besides its seals, which are about the order of one log, in one figure: equal for two logs with the same events in the same streams, in any order of streams. */
export interface LogHash {
  /** Sum, modulo 2^256, of the events' hashes (docs/log-format.md), in hex. They cover stream and revision, and no position. */
  readonly sha256Sum: string;
  readonly events: number;
}

const HASH_BITS = 256;
const HEX_DIGITS = 64;

/** The parts of the events are compared with what these commit to. @throws LogDamaged */
export async function hashLog(
  store: Pick<EventStore, 'readLeaves'>,
  onEvents: (events: number) => void = () => {},
): Promise<LogHash> {
  let sum = 0n;
  let events = 0;
  for await (const leaves of leafPages(store, BEGINNING, true)) {
    const hashes = leaves
      .filter(({ stream }) => stream !== SEAL_STREAM)
      .map(({ hash }) => BigInt(`0x${hash}`));
    sum = BigInt.asUintN(
      HASH_BITS,
      hashes.reduce((one, other) => one + other, sum),
    );
    events += hashes.length;
    onEvents(leaves.length);
  }
  return { sha256Sum: sum.toString(16).padStart(HEX_DIGITS, '0'), events };
}
