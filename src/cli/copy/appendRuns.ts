import { email } from '../../events/email.ts';
import type { RecordedEvent } from '../../events/event.ts';
import { sms } from '../../events/sms.ts';
import { webhookDelivery } from '../../events/webhookDelivery.ts';
import type { AnyProjection } from '../../follow/fold/projection.ts';
import { smsCarrierIds } from '../../projections/smsCarrierIds.ts';
import { suppressions } from '../../projections/suppressions.ts';

export interface AppendOrder {
  /** Appends under way at once: more than one keeps the order of the runs in a log that keeps the order of calls. */
  readonly atOnce: number;
  /** Whether streams may change places where it does not matter. */
  readonly inLanes?: boolean;
}

type Run = readonly RecordedEvent[];

/** Only their streams change places with others. What settings, suppressions and the like say holds from their place in the log on. */
const FREE = [email, sms, webhookDelivery].map((category) => category.stream(''));

/**
 * A document of theirs is made of several of these streams, and the order of the events counts. What others make of several is the
 * same in any order, or is again after the next event.
 */
const ORDERED: readonly AnyProjection[] = [suppressions, smsCarrierIds];

/** Appends runs of events. Resolves when all are appended; after a fault it begins no more, and rejects with it. */
export async function appendRuns(
  runs: readonly Run[],
  append: (run: Run) => Promise<void>,
  { atOnce, inLanes = false }: AppendOrder,
): Promise<void> {
  const slot = slots(atOnce);
  const afterItsLane = lanes();
  const all = runs.map((run) => {
    const begin = () => slot(() => append(run));
    return inLanes ? afterItsLane(run, begin) : begin();
  });
  // All have ended before a caller tries again.
  await Promise.allSettled(all);
  await Promise.all(all);
}

/**
 * Begins a run after all earlier ones of its stream, of an address that it suppresses or frees, and after those that it names, so a
 * delivery after what it reports; that two have one correlation means nothing, since all messages of a campaign have the same. What
 * belongs to no message comes after all before it, and before all after it: an endpoint is not given events that are older than itself.
 */
function lanes(): (run: Run, begin: () => Promise<void>) => Promise<void> {
  /** The last run of what events share, and by event id the run that it is in. */
  const known = new Map<string, Promise<void>>();
  let fixed: Promise<unknown> = Promise.resolve();
  let sinceFixed: Promise<void>[] = [];
  return (run, begin) => {
    const isFree = run.every(({ stream }) => FREE.some((prefix) => stream.startsWith(prefix)));
    const shared = isFree ? run.flatMap(sharedBy) : [];
    const before = isFree ? [...shared, ...run.flatMap(namedBy)].map((name) => known.get(name)) : sinceFixed;
    const done = Promise.all([fixed, ...before]).then(begin);
    if (isFree) {
      for (const name of [...shared, ...run.map(({ id }) => id)]) known.set(name, done);
      sinceFixed.push(done);
    } else {
      fixed = done;
      sinceFixed = [];
      known.clear();
    }
    return done;
  };
}

/** What an event shares with others whose order counts: its stream, and the documents that several streams change. */
function sharedBy(event: RecordedEvent): string[] {
  const models = ORDERED.filter(({ types }) => types.includes(event.type));
  return [event.stream, ...models.flatMap(({ name, keys }) => keys(event).map((key) => `${name}/${key}`))];
}

/** The events before it that an event names: its cause, and what a delivery reports, which an operator may have asked for. */
function namedBy({ metadata, data }: RecordedEvent): string[] {
  const { eventId } = Object(data) as { readonly eventId?: unknown };
  return [metadata.causation ?? '', typeof eventId === 'string' ? eventId : ''];
}

/** Runs at most so many at once, in the order of the calls; after a fault none any more. */
function slots(count: number): (run: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = count;
  let fault: { readonly error: unknown } | null = null;
  return async (run) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      if (fault !== null) throw fault.error;
      await run();
    } catch (error) {
      fault ??= { error };
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
