import { Type } from 'typebox';
import { category, type EventOf, event } from './category.ts';
import { Instant, open, Uuid } from './schema.ts';

/** The stream `ledger`: what holds for the whole log. Its first event is the log's first. */
export const ledger = category('ledger', {
  LedgerOpened: event('The ledger exists from now on. The ids of its workspaces follow from its own.', {
    ledgerId: Uuid,
    /** The secret namespace of its ids, sealed under the master key: another key does not open it. */
    sealedNamespace: open('sealed', Type.String()),
  }),
  MasterKeyChanged: event('Secrets are sealed under another master key from now on.', {
    /** The same namespace, sealed under it. */
    sealedNamespace: open('sealed', Type.String()),
  }),
  MissingAcknowledged: event(
    'An operator knows that events are missing which read models knew that were set aside: no warning says so any more.',
    {
      /** Those read models: the name of their file, when they were set aside, and the events that the log lacked of them. */
      setAside: Type.Array(
        Type.Object({
          file: open('a file of the service', Type.String()),
          at: Instant,
          events: Type.Integer({ minimum: 0 }),
        }),
      ),
    },
  ),
});
export type LedgerEvent = EventOf<typeof ledger>;
export type LedgerOpening = Extract<LedgerEvent, { type: 'LedgerOpened' }>['data'];

export const LEDGER_STREAM = 'ledger';
