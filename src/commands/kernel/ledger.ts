import { catalogue } from '../../events/catalogue.ts';
import type { Dressed } from '../../events/category.ts';
import type { EventMetadata } from '../../events/event.ts';
import { instant } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';

/** What every command handler needs to write to the ledger. */
export type Ledger = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** On whose behalf a command runs. */
export interface Origin {
  readonly workspace: string;
  /** `key:ID`, `operator`, `sender`, `dispatcher`, `intake`, `campaigns` or `recipient`. */
  readonly actor: string;
  readonly correlation: string;
  readonly causation: string | null;
}

interface Undressed {
  readonly type: string;
  readonly data: unknown;
  readonly id?: string;
}

/** Dresses decided events for the append: random ids (or the given ones), versions, and one common time. */
export function newEvents<Event extends Undressed>(
  { clock, ids }: Pick<Ledger, 'clock' | 'ids'>,
  origin: Origin,
  events: readonly Event[],
  atMs: number = clock.nowMs(),
): Dressed<Event>[] {
  const at = instant(atMs);
  return events.map((event) => dressed(ids, origin, event, at));
}

/** Dresses one decided event. */
export function newEvent<Event extends Undressed>(
  { clock, ids }: Pick<Ledger, 'clock' | 'ids'>,
  origin: Origin,
  event: Event,
): Dressed<Event> {
  return dressed(ids, origin, event, instant(clock.nowMs()));
}

/** Written out field by field: it is done for each message, and copying unknown fields takes four times as long. */
function dressed<Event extends Undressed>(
  ids: Ledger['ids'],
  { workspace, actor, correlation, causation }: Origin,
  event: Event,
  at: string,
): Dressed<Event> {
  const v = catalogue.get(event.type)?.v ?? 1;
  const metadata: EventMetadata = { v, workspace, actor, correlation, causation, at };
  return { ...event, id: event.id ?? ids.uuid(), metadata };
}
