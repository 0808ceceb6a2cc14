import { LEDGER_STREAM, type LedgerEvent, type LedgerOpening } from '../../events/ledger.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type Decider, foldStream, handle } from '../kernel/decider.ts';
import type { Ledger } from '../kernel/ledger.ts';

/** The ledger's secrets are sealed under another master key. */
export class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused';
}

const otherKey = (ledgerId: string) =>
  new MasterKeyRefused(
    `the master key is not the one of ledger ${ledgerId}: nothing was sealed or written. Set POSTLEDGER_MASTER_KEY to ` +
      'that key, or put its file back as `master.key` in the data folder ' +
      "(operations.md, 'Backup and restore'); to replace it, set POSTLEDGER_MASTER_KEY_PREVIOUS to the previous key.",
  );

/** What is said of a new key while only the previous one is in the log: a service that runs may not have it yet. */
export const unusedKey = () =>
  new MasterKeyRefused(
    'no service was started with the new master key yet: start every process again with POSTLEDGER_MASTER_KEY and ' +
      'POSTLEDGER_MASTER_KEY_PREVIOUS, then run this; nothing was sealed or written.',
  );

/** Bound into the seal of the key check, so that it opens as nothing else. */
const KEY_CHECK = 'ledger key check';

/** `opening`: of a log that is new. `renewCheck`: the check under the present master key; null when it is. */
interface OpenLedger {
  readonly opening: LedgerOpening;
  readonly renewCheck: (opened: LedgerOpening) => string | null;
}

/** A ledger is opened once; a later call changes nothing, unless the master key is a new one. */
const ledgerDecider: Decider<LedgerOpening | null, OpenLedger, LedgerEvent> = {
  initial: null,
  evolve(state, { type, data }) {
    if (type === 'LedgerOpened') return data;
    return type === 'MasterKeyChanged' ? state && { ...state, ...data } : state;
  },
  decide({ opening, renewCheck }, state) {
    if (state === null) return [{ type: 'LedgerOpened', data: opening }];
    const keyCheck = renewCheck(state);
    return keyCheck === null ? [] : [{ type: 'MasterKeyChanged', data: { keyCheck } }];
  },
};

/**
 * Appends LedgerOpened where the log is new: its id is random, so that no two installations share ids. Of several
 * processes that start at once one does. In a log that was opened before the master key is compared; where its check opens
 * under the previous one, MasterKeyChanged is appended before anything else is sealed.
 * @throws MasterKeyRefused
 */
export async function openLedger(ledger: Ledger, secrets: Secrets): Promise<void> {
  const ledgerId = ledger.ids.uuid();
  const origin = { workspace: '', actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
  await handle(ledger, origin, LEDGER_STREAM, ledgerDecider, {
    opening: { ledgerId, keyCheck: secrets.seal(ledgerId, KEY_CHECK) },
    renewCheck: (opened) => renewedCheck(opened, secrets),
  });
}

/**
 * Since when the ledger's secrets are sealed under the present master key, by the log; null while that is not written there.
 * @throws MasterKeyRefused, EventStoreUnavailable
 */
export async function masterKeyChangedAt(
  store: Pick<EventStore, 'readStream'>,
  secrets: Pick<Secrets, 'renew'>,
): Promise<string | null> {
  const events = await store.readStream(LEDGER_STREAM);
  const opened = foldStream(ledgerDecider, events);
  const isPresent = opened !== null && renewedCheck(opened, secrets) === null;
  if (!isPresent) return null;
  return events.findLast(({ type }) => type !== 'MissingAcknowledged')?.metadata.at ?? null;
}

/**
 * For what seals or signs next to services that may run: they open and check it only under the key that the log has. A log that
 * is empty has none yet.
 * @throws MasterKeyRefused under another key, and under a new one that no service has written there; EventStoreUnavailable
 */
export async function refuseUnusedKey(
  store: Pick<EventStore, 'readStream'>,
  secrets: Pick<Secrets, 'renew'>,
): Promise<void> {
  const changedAt = await masterKeyChangedAt(store, secrets);
  if (changedAt === null && (await ledgerIdOf(store)) !== null) throw unusedKey();
}

/**
 * The id of the ledger in this log, and when it was opened, since 1970; null when it never was.
 * @throws EventStoreUnavailable
 */
export async function ledgerOpened(
  store: Pick<EventStore, 'readStream'>,
): Promise<{ readonly ledgerId: string; readonly atMs: number } | null> {
  const [opened] = await store.readStream(LEDGER_STREAM, { limit: 1 });
  if (opened === undefined) return null;
  return { ledgerId: (opened.data as LedgerOpening).ledgerId, atMs: Date.parse(opened.metadata.at) };
}

/** Its id alone. @throws EventStoreUnavailable */
export const ledgerIdOf = async (store: Pick<EventStore, 'readStream'>): Promise<string | null> =>
  (await ledgerOpened(store))?.ledgerId ?? null;

/** @throws MasterKeyRefused, also where `secrets` refuse every use */
function renewedCheck({ ledgerId, keyCheck }: LedgerOpening, secrets: Pick<Secrets, 'renew'>): string | null {
  try {
    return secrets.renew(keyCheck, KEY_CHECK);
  } catch (error) {
    throw error instanceof MasterKeyRefused ? error : otherKey(ledgerId);
  }
}
