import { email } from '../../events/email.ts';
import type { RecordedEvent } from '../../events/event.ts';
import { sms } from '../../events/sms.ts';
import { webhookDelivery } from '../../events/webhookDelivery.ts';

/** Appends under way at once. */
const IN_FLIGHT = 64;
/** Only their streams change places with others. What settings, suppressions and the like say holds from their place in the log on. */
const FREE = [email, sms, webhookDelivery].map((category) => category.stream(''));

/**
 * Appends runs of events at the same time. An event comes after all earlier ones of its stream and after those that it names, so a
 * delivery after what it reports; that two have one correlation means nothing, since all messages of a campaign have the same. What
 * belongs to no message comes after all before it, and before all after it: an endpoint is not given events that are older than
 * itself. Resolves when all are appended; after a fault it begins no more, and rejects with it.
 */
export async function appendInLanes(
  runs: readonly (readonly RecordedEvent[])[],
  append: (run: readonly RecordedEvent[]) => Promise<void>,
): Promise<void> {
  /** By stream its last run, and by event id the run that it is in. */
  const lanes = new Map<string, Promise<void>>();
  let fixed: Promise<unknown> = Promise.resolve();
  let sinceFixed: Promise<void>[] = [];
  const all: Promise<void>[] = [];
  const slot = slots(IN_FLIGHT);
  for (const run of runs) {
    const isFree = run.every(({ stream }) => FREE.some((prefix) => stream.startsWith(prefix)));
    const before = isFree ? run.flatMap(namedBy).map((name) => lanes.get(name)) : sinceFixed;
    const done = Promise.all([fixed, ...before]).then(() => slot(() => append(run)));
    all.push(done);
    if (isFree) {
      for (const { stream, id } of run) lanes.set(stream, done).set(id, done);
      sinceFixed.push(done);
    } else {
      fixed = done;
      sinceFixed = [];
      lanes.clear();
    }
  }
  // All have ended before a caller tries again.
  await Promise.allSettled(all);
  await Promise.all(all);
}

/** The stream, and the events before it that an event names: its cause, and what a delivery reports, which an operator may have asked for. */
function namedBy({ stream, metadata, data }: RecordedEvent): string[] {
  const { eventId } = Object(data) as { readonly eventId?: unknown };
  return [stream, metadata.causation ?? '', typeof eventId === 'string' ? eventId : ''];
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
