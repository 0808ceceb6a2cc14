import { saveContact } from '../../src/commands/email/saveContact.ts';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import type { Ledger, Origin } from '../../src/commands/kernel/ledger.ts';
import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import { readSettings } from '../../src/config.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { firstStart } from '../../src/main/firstStart.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';
import { openReadModels, projectionsFor } from '../../src/projections/readModels.ts';
import { eventually } from '../e2e/eventually.ts';

/** A data folder written to by the commands themselves, faster than over HTTP, before or beside a service. */
export interface LedgerWriter {
  /** A key with every scope, made as the first start makes it. */
  readonly key: string;
  readonly origin: Origin;
  /** Resolves with the ids of `count` contacts, whose addresses and subscriptions are given by their number. */
  saveContacts(
    count: number,
    contactOf: (n: number) => { readonly email: string; readonly subscribed: boolean },
  ): Promise<readonly string[]>;
  suppress(addresses: readonly string[]): Promise<void>;
  /** Waits until the running service's read model knows the contacts and the key. */
  projected(contactIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const IN_FLIGHT = 512;
const PATIENCE_MS = 90_000;

/** @param data a folder in which no service was ever started */
export async function ledgerWriter(data: string): Promise<LedgerWriter> {
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
  const ledger: Ledger = { store: ports.store, clock: ports.clock, ids: ports.ids };
  await openLedger(ledger, ports.secrets);
  const first = await firstStart(ledger);
  if (first === null) throw new Error('the folder holds a ledger already');
  const [opened] = (await ports.store.readAll({ after: BEGINNING, limit: 1, types: ['WorkspaceOpened'] }))
    .events;
  const workspace = opened?.metadata.workspace ?? '';
  const origin: Origin = { workspace, actor: 'operator', correlation: ports.ids.uuid(), causation: null };
  const models = await openReadModels(ports.documents, projectionsFor(1));

  return {
    key: first.key,
    origin,
    async saveContacts(count, contactOf) {
      const ids: string[] = new Array(count).fill('');
      await manyAtOnce(count, async (n) => {
        ids[n] = (await saveContact(ledger, origin, { ...contactOf(n), firstName: `N${n}` })).contactId;
      });
      return ids;
    },
    suppress: (addresses) =>
      manyAtOnce(addresses.length, async (n) => {
        const command = { do: 'add', address: addresses[n] ?? '', reason: 'test' } as const;
        await decideSuppression(ledger, origin, command);
      }),
    async projected(contactIds) {
      const known = async () => {
        if ((await models.apiKeys.get(first.id)) === null) return false;
        // Anyone who folds in the order of the log knows the last ones last.
        const found = await models.contacts.getMany(contactIds.slice(-IN_FLIGHT * 2));
        return found.size === Math.min(contactIds.length, IN_FLIGHT * 2);
      };
      await eventually('the contacts are in the read model', known, PATIENCE_MS);
    },
    close: () => ports.close(),
  };
}

async function manyAtOnce(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, count) }, worker));
}
