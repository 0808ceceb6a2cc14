import { type Ledger, newEvents, type Origin } from '../commands/ledger.ts';
import { persist } from '../commands/persist.ts';
import { race } from '../commands/race.ts';
import type { Dressed } from '../events/category.ts';
import { email, type RecipientEvent } from '../events/email.ts';
import { advance, type EmailProgress, noProgress } from './emailProgress.ts';

/** One email's stream in the hands of one run: read once, then followed by what the run itself appends. */
export interface EmailStream {
  progress(): EmailProgress;
  /**
   * Appends what `decide` makes of the progress, at exactly the revision it decided on. Whoever was faster makes it
   * decide anew on what is there then. Calls are served one after the other. Resolves with the events appended.
   * @throws EventStoreUnavailable; then it is not known whether they were
   */
  append<Event extends DecidedEvent>(
    decide: (progress: EmailProgress) => readonly Event[],
  ): Promise<readonly Dressed<Event>[]>;
}

export type DecidedEvent = RecipientEvent & { readonly id?: string };

/** Null when there is no such email. */
export async function openEmailStream(ledger: Ledger, emailId: string): Promise<EmailStream | null> {
  const stream = email.stream(emailId);
  let progress = noProgress();
  let queue: Promise<unknown> = Promise.resolve();

  const follow = async () => {
    for (const event of await email.read(ledger.store, emailId, { fromRevision: progress.revision + 1 }))
      progress = advance(progress, event);
  };
  await follow();
  const { accepted } = progress;
  if (accepted === null) return null;
  const origin: Origin = {
    workspace: accepted.workspace,
    actor: 'sender',
    correlation: accepted.correlation,
    causation: accepted.eventId,
  };

  const appendNow = <Event extends DecidedEvent>(decide: (progress: EmailProgress) => readonly Event[]) => {
    let isBehind = false;
    return race(ledger, async () => {
      if (isBehind) await follow();
      isBehind = true;
      const decided = decide(progress);
      if (decided.length === 0) return [];
      const events = newEvents(ledger, origin, decided);
      const before = progress.revision;
      const { position } = await persist(ledger.clock, () => ledger.store.append(stream, before, events));
      events.forEach((event, at) => {
        progress = advance(progress, { ...event, stream, revision: before + 1 + at, position });
      });
      return events;
    });
  };

  return {
    progress: () => progress,
    append(decide) {
      const appended = queue.then(() => appendNow(decide));
      queue = appended.catch(() => {});
      return appended;
    },
  };
}
