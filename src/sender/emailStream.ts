import { type Ledger, newEvents, type Origin } from '../commands/ledger.ts';
import { race } from '../commands/race.ts';
import { type EmailEvent, email, type RecordedEmailEvent } from '../events/email.ts';
import type { NewEvent } from '../events/envelope.ts';
import { advance, type EmailProgress, noProgress } from './emailProgress.ts';
import { persist } from './persist.ts';

/** One email's stream in the hands of one run: read once, then followed by what the run itself appends. */
export interface EmailStream {
  progress(): EmailProgress;
  /**
   * Appends what `decide` makes of the progress, at exactly the revision it decided on. Whoever was faster makes it
   * decide anew on what is there then. Calls are served one after the other. Resolves with the events appended.
   * @throws EventStoreUnavailable; then it is not known whether they were
   */
  append(decide: (progress: EmailProgress) => readonly DecidedEvent[]): Promise<readonly NewEvent[]>;
}

export type DecidedEvent = EmailEvent & { readonly id?: string };

/** Null when there is no such email. */
export async function openEmailStream(ledger: Ledger, emailId: string): Promise<EmailStream | null> {
  const stream = email.stream(emailId);
  let progress = noProgress();
  let queue: Promise<unknown> = Promise.resolve();

  const follow = async () => {
    const recorded = await ledger.store.readStream(stream, { fromRevision: progress.revision + 1 });
    for (const event of recorded as readonly unknown[] as readonly RecordedEmailEvent[])
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

  const appendNow = (decide: (progress: EmailProgress) => readonly DecidedEvent[]) => {
    let isBehind = false;
    return race(ledger, async () => {
      if (isBehind) await follow();
      isBehind = true;
      const decided = decide(progress);
      if (decided.length === 0) return [];
      const events = newEvents(ledger, origin, decided);
      const before = progress.revision;
      const { position } = await persist(ledger, stream, before, events);
      events.forEach((event, at) => {
        const recorded = { ...event, stream, revision: before + 1 + at, position };
        progress = advance(progress, recorded as unknown as RecordedEmailEvent);
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
