import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import { type Ledger, newEvents, type Origin } from '../../commands/kernel/ledger.ts';
import { retryOnConflict } from '../../commands/kernel/retryOnConflict.ts';
import type { Recorded, WithMetadata } from '../../events/category.ts';

/** What the stream of any message is made of. */
export interface SentEvent {
  readonly type: string;
  readonly data: unknown;
}

/** An event that was decided, with its id where that matters. */
export type Decided<Event> = Event & { readonly id?: string };

/** One message's stream in the hands of one run: read once, then followed by what the run itself appends. */
export interface SendingStream<Progress, Event extends SentEvent> {
  progress(): Progress;
  /**
   * Appends what `decide` makes of the progress, at exactly the revision it decided on. When another
   * process was faster, it decides again on what is there then. Calls are served one after the other. Resolves with the events appended.
   * With a signal it goes on trying while the log is away, until that aborts.
   * @throws EventStoreUnavailable; then it is not known whether they were
   */
  append<Chosen extends Decided<Event>>(
    decide: (progress: Progress) => readonly Chosen[],
    signal?: AbortSignal,
  ): Promise<readonly WithMetadata<Chosen>[]>;
}

/** How a stream is followed. */
export interface Followed<Progress, Event extends SentEvent> {
  readonly stream: string;
  readonly origin: Origin;
  /** Where it was read to, and the revision of the last event there. */
  readonly from: { readonly progress: Progress; readonly revision: number };
  readonly advance: (progress: Progress, event: Recorded<Event>) => Progress;
  readonly readFrom: (fromRevision: number) => Promise<readonly Recorded<Event>[]>;
}

export function sendingStream<Progress, Event extends SentEvent>(
  ledger: Ledger,
  { stream, origin, from, advance, readFrom }: Followed<Progress, Event>,
): SendingStream<Progress, Event> {
  let { progress, revision } = from;
  let queue: Promise<unknown> = Promise.resolve();

  const take = (event: Recorded<Event>) => {
    progress = advance(progress, event);
    ({ revision } = event);
  };

  const appendNow = <Chosen extends Decided<Event>>(
    decide: (progress: Progress) => readonly Chosen[],
    signal?: AbortSignal,
  ) => {
    let isLate = false;
    return retryOnConflict(ledger, async () => {
      if (isLate) {
        const late = await appendWithRetry(ledger.clock, () => readFrom(revision + 1), signal);
        for (const event of late) take(event);
      }
      isLate = true;
      const decided = decide(progress);
      if (decided.length === 0) return [];
      const events = newEvents(ledger, origin, decided);
      const before = revision;
      const append = () => ledger.store.append(stream, before, events);
      const { position } = await appendWithRetry(ledger.clock, append, signal);
      events.forEach((event, at) => {
        take({ ...event, stream, revision: before + 1 + at, position });
      });
      return events;
    });
  };

  return {
    progress: () => progress,
    append(decide, signal) {
      const appended = queue.then(() => appendNow(decide, signal));
      queue = appended.catch(() => {});
      return appended;
    },
  };
}
