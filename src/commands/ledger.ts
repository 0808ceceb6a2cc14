import { catalogue } from '../events/catalogue.ts';
import type { EventMetadata, NewEvent } from '../events/envelope.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Ids } from '../ports/ids.ts';

/** What every command handler needs to write to the ledger. */
export interface Ledger {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** On whose behalf a command runs. */
export interface Origin {
  readonly workspace: string;
  /** `key:ID`, `operator`, `sender`, `dispatcher`, `campaigns` or `recipient`. */
  readonly actor: string;
  readonly correlation: string;
  readonly causation: string | null;
}

/** Dresses decided events for the append: random ids (or the given ones), versions, and one common time. */
export function newEvents(
  { clock, ids }: Pick<Ledger, 'clock' | 'ids'>,
  origin: Origin,
  events: readonly { readonly type: string; readonly data: unknown; readonly id?: string }[],
  atMs: number = clock.nowMs(),
): NewEvent[] {
  const at = instant(atMs);
  return events.map(({ id, type, data }) => {
    const metadata: EventMetadata = { v: catalogue.get(type)?.v ?? 1, ...origin, at };
    return { id: id ?? ids.uuid(), type, data, metadata };
  });
}
