import { email } from '../events/email.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stored } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { MailsAgain } from '../ports/mailsAgain.ts';
import { forEachOf } from '../queues/forEachOf.ts';
import type { MessageDocument } from './messageDocuments.ts';

export interface SubjectDependencies {
  readonly ledger: { readonly store: EventStore; readonly clock: Pick<Clock, 'monotonicMs'> };
  readonly again: Pick<MailsAgain, 'subject'>;
}

const AT_ONCE = 8;
/** Begun renderings of one list; what is left then is shown as the template has it. */
const PATIENCE_MS = 3_000;

/**
 * The subject of each message as its receivers read it, by its key: as it was sent, or, before that and where the log does not have
 * it, rendered now. Where it cannot be rendered it is the template's.
 */
export async function shownSubjects(
  { ledger: { store, clock }, again }: SubjectDependencies,
  messages: readonly Stored<MessageDocument>[],
): Promise<ReadonlyMap<string, string | null>> {
  const subjects = new Map(
    messages.map(({ key, document }) => [key, document.sentSubject ?? document.subject]),
  );
  const left = messages.filter(({ document }) => isSource(document)).map(({ key }) => key);
  const untilMs = clock.monotonicMs() + PATIENCE_MS;
  const render = async (id: string) => {
    const [accepted] = await email.read(store, id, { limit: 1 });
    const subject = accepted?.type === 'EmailAccepted' ? await again.subject(accepted) : null;
    if (subject !== null) subjects.set(id, subject);
  };
  await forEachOf(left, AT_ONCE, async (id) => {
    // A list is worth more than one of its subjects.
    if (clock.monotonicMs() < untilMs) await render(id).catch(() => {});
  });
  return subjects;
}

/** Whether the subject is a source that says something else once it is rendered. */
const isSource = ({ templateId, sentSubject, subject, channel }: MessageDocument): boolean =>
  channel === 'email' && templateId !== null && sentSubject === undefined && /\{[{%]/.test(subject ?? '');
