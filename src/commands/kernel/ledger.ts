import { catalogue } from '../../events/catalogue.ts';
import type { WithMetadata } from '../../events/category.ts';
import type { EventMetadata } from '../../events/event.ts';
import { instant } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';

/** The ports that every command needs to write to the ledger. */
export type Ledger = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** Who caused a command, and in which workspace. */
export type Origin = Omit<EventMetadata, 'v' | 'at'>;

interface DecidedEvent {
  readonly type: string;
  readonly data: unknown;
  readonly id?: string;
}

/** Completes decided events for the append: random ids (unless given), versions, and one common time. */
export function newEvents<Event extends DecidedEvent>(
  { clock, ids }: Pick<Ledger, 'clock' | 'ids'>,
  origin: Origin,
  events: readonly Event[],
  atMs: number = clock.nowMs(),
): WithMetadata<Event>[] {
  const at = instant(atMs);
  return events.map((event) => withMetadata(ids, origin, event, at));
}

/** Completes one decided event. */
export function newEvent<Event extends DecidedEvent>(
  { clock, ids }: Pick<Ledger, 'clock' | 'ids'>,
  origin: Origin,
  event: Event,
): WithMetadata<Event> {
  return withMetadata(ids, origin, event, instant(clock.nowMs()));
}

/** Lists all fields one by one: this runs for each message, and spreading them takes four times as long. */
function withMetadata<Event extends DecidedEvent>(
  ids: Ledger['ids'],
  { workspace, actor, person, correlation, causation }: Origin,
  event: Event,
  at: string,
): WithMetadata<Event> {
  const v = catalogue.get(event.type)?.v ?? 1;
  const metadata: EventMetadata = { v, workspace, actor, correlation, causation, at };
  const named = person === undefined ? metadata : { ...metadata, person };
  const { type, data, id = ids.uuid() } = event;
  return { type, data, id, metadata: named } as WithMetadata<Event>;
}
