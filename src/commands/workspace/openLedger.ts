import type { RecordedEvent } from '../../events/event.ts';
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

/** Bound into the seal of the namespace, so that it opens as nothing else. */
const NAMESPACE = 'ledger namespace';
const NAMESPACE_BYTES = 16;

/** `opening`: of a log that is new. `resealed`: the namespace under the present master key; null when it is. */
interface OpenLedger {
  readonly opening: LedgerOpening;
  readonly resealed: (opened: LedgerOpening) => string | null;
}

/** A ledger is opened once; a later call changes nothing, unless the master key is a new one. */
const ledgerDecider: Decider<LedgerOpening | null, OpenLedger, LedgerEvent> = {
  initial: null,
  evolve(state, { type, data }) {
    if (type === 'LedgerOpened') return data;
    return type === 'MasterKeyChanged' ? state && { ...state, ...data } : state;
  },
  decide({ opening, resealed }, state) {
    if (state === null) return [{ type: 'LedgerOpened', data: opening }];
    const sealedNamespace = resealed(state);
    return sealedNamespace === null ? [] : [{ type: 'MasterKeyChanged', data: { sealedNamespace } }];
  },
};

/**
 * Appends LedgerOpened where the log is new: its id and namespace are random, so that no two installations share ids. Of several
 * processes that start at once one does. In a log that was opened before the namespace must open under the master key; where it
 * opens under the previous one, MasterKeyChanged is appended before anything else is sealed. From then on `ids.named` works.
 * @throws MasterKeyRefused
 */
export async function openLedger(ledger: Ledger, secrets: Secrets): Promise<void> {
  const ledgerId = ledger.ids.uuid();
  const origin = { workspace: '', actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
  const namespace = ledger.ids.randomBytes(NAMESPACE_BYTES).toString('hex');
  const { state } = await handle(ledger, origin, LEDGER_STREAM, ledgerDecider, {
    opening: { ledgerId, sealedNamespace: secrets.seal(namespace, NAMESPACE) },
    resealed: (opened) => resealedNamespace(opened, secrets),
  });
  nameIn(ledger.ids, state, secrets);
}

/**
 * For what only uses a ledger: `ids.named` works from then on, and throws MasterKeyRefused under another key, also where
 * `secrets` refuse every use. Of a log that is empty no id can be made.
 * @throws EventStoreUnavailable
 */
export async function openNames(
  { store, ids }: Pick<Ledger, 'store' | 'ids'>,
  secrets: Pick<Secrets, 'open'>,
) {
  nameIn(ids, foldStream(ledgerDecider, await store.readStream(LEDGER_STREAM)), secrets);
}

function nameIn(ids: Ledger['ids'], opened: LedgerOpening | null, secrets: Pick<Secrets, 'open'>): void {
  if (opened === null) return;
  const { ledgerId, sealedNamespace } = opened;
  ids.nameIn(() =>
    Buffer.from(
      withKey(ledgerId, () => secrets.open(sealedNamespace, NAMESPACE)),
      'hex',
    ),
  );
}

/**
 * Since when the ledger's secrets are sealed under the present master key, by the log; null while that is not written there.
 * @throws MasterKeyRefused, EventStoreUnavailable
 */
export async function masterKeyChangedAt(
  store: Pick<EventStore, 'readStream'>,
  secrets: Pick<Secrets, 'renew'>,
): Promise<string | null> {
  return keyChangedAt(await store.readStream(LEDGER_STREAM), secrets);
}

function keyChangedAt(events: readonly RecordedEvent[], secrets: Pick<Secrets, 'renew'>): string | null {
  const opened = foldStream(ledgerDecider, events);
  const isPresent = opened !== null && resealedNamespace(opened, secrets) === null;
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
  const events = await store.readStream(LEDGER_STREAM);
  if (keyChangedAt(events, secrets) === null && events.length > 0) throw unusedKey();
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
function resealedNamespace({ ledgerId, sealedNamespace }: LedgerOpening, secrets: Pick<Secrets, 'renew'>) {
  return withKey(ledgerId, () => secrets.renew(sealedNamespace, NAMESPACE));
}

function withKey<Result>(ledgerId: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    throw error instanceof MasterKeyRefused ? error : otherKey(ledgerId);
  }
}
