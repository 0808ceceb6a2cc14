import { LEDGER_STREAM, type LedgerEvent } from '../../events/ledger.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { SetAside } from '../../ports/setAside.ts';
import { type Decider, foldStream, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';

type Named = Pick<SetAside, 'file' | 'at' | 'events'>;

/** Both: a file that was removed leaves its number to a later one. */
const nameOf = ({ file, at }: Named) => `${file} ${at}`;

/** The state: what was acknowledged. */
const missingDecider: Decider<readonly string[], readonly Named[], LedgerEvent> = {
  initial: [],
  evolve: (state, { type, data }) =>
    type === 'MissingAcknowledged' ? [...state, ...data.setAside.map(nameOf)] : state,
  decide(named, state) {
    const setAside = named
      .filter((each) => !state.includes(nameOf(each)))
      .map(({ file, at, events }) => ({ file, at, events }));
    return setAside.length === 0 ? [] : [{ type: 'MissingAcknowledged', data: { setAside } }];
  },
};

/**
 * Read models that were set aside, without those of which an operator knows already. Reads the log only where there are any.
 * @throws EventStoreUnavailable
 */
export async function unacknowledged(
  store: Pick<EventStore, 'readStream'>,
  setAside: readonly SetAside[],
): Promise<readonly SetAside[]> {
  if (setAside.length === 0) return [];
  const known = foldStream(missingDecider, await store.readStream(LEDGER_STREAM));
  return setAside.filter((each) => !known.includes(nameOf(each)));
}

/**
 * How many events are known to be missing: read models knew them that were set aside, and no operator has acknowledged that.
 * Null where the log does not answer.
 */
export async function missingEvents(
  store: Pick<EventStore, 'readStream'>,
  setAside: readonly SetAside[],
): Promise<number | null> {
  const open = await unacknowledged(store, setAside).catch(() => null);
  return open?.reduce((sum, { events }) => sum + events, 0) ?? null;
}

/** Ends the warnings of these, once. @throws EventStoreUnavailable */
export async function acknowledgeMissing(
  ledger: Ledger,
  origin: Origin,
  setAside: readonly SetAside[],
): Promise<void> {
  await handle(ledger, origin, LEDGER_STREAM, missingDecider, setAside);
}
