import type { EmailAccepted } from '../../../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../../../src/events/event.ts';
import { type Evidence, eventMs, type Rule } from './rule.ts';

/** For mail that is due to leave, and for its retries after a claim that a kill left. */
const LEAVES_WITHIN_MS = 30 * 60_000;

interface Recipient {
  readonly address: string;
  readonly stream: string;
  readonly dueAtMs: number;
  /** The events of this recipient, in order. */
  readonly history: readonly RecordedEvent[];
}

/** Every accepted mail reaches the server, and none more often than kills and lost answers allow. */
export const mailArrives: Rule = {
  name: 'every accepted mail reaches the server, none more often than kills allow',
  check(evidence) {
    const { journal, endMs } = evidence;
    const breaches = [];
    for (const { address, stream, dueAtMs, history } of recipientsOf(evidence)) {
      const lines = journal.books.mail.filter(({ recipient }) => recipient === address);
      const taken = lines.filter(({ code }) => code === 250);
      const isRefused = lines.some(({ code }) => code === 550);
      const about = [address, stream.slice('email-'.length)];
      if (
        taken.length === 0 &&
        !isRefused &&
        dueAtMs + LEAVES_WITHIN_MS < endMs &&
        !isWaiting(history, endMs)
      )
        breaches.push({ what: `${address} never got its mail`, atMs: dueAtMs, about });
      const first = taken[0]?.atMs ?? 0;
      const last = taken.at(-1)?.atMs ?? 0;
      const allowed = 1 + taken.filter(({ answerLost }) => answerLost).length + deaths(evidence, first, last);
      if (taken.length > allowed)
        breaches.push({
          ...{ atMs: last, about },
          what: `${address} got its mail ${taken.length} times, where ${allowed} are explained`,
        });
      if (new Set(taken.map(({ messageId }) => messageId)).size > 1)
        breaches.push({ what: `${address} got its mail under several Message-IDs`, atMs: last, about });
      const [early] = taken.filter(({ atMs }) => atMs < dueAtMs - EARLY_MS);
      if (early !== undefined)
        breaches.push({ what: `${address} got its mail before it was due`, atMs: early.atMs, about });
    }
    return breaches;
  },
};

/** The clocks of the world and of the service differ by some seconds. */
const EARLY_MS = 60_000;

/** A final outcome has evidence in the server's journal. */
export const outcomesHaveEvidence: Rule = {
  name: 'a final outcome has evidence in a journal',
  check(evidence) {
    const { journal } = evidence;
    const breaches = [];
    for (const { address, stream, history } of recipientsOf(evidence)) {
      const codes = journal.books.mail
        .filter(({ recipient }) => recipient === address)
        .map(({ code }) => code);
      for (const event of history) {
        const isEvident =
          (event.type !== 'Submitted' && event.type !== 'Delivered' && !FINAL.includes(event.type)) ||
          (event.type === 'Bounced'
            ? codes.includes(550)
            : !FINAL.includes(event.type) && codes.includes(250));
        if (!isEvident)
          breaches.push({
            ...{ atMs: eventMs(event), about: [address, stream.slice('email-'.length)] },
            what: `${address} ended as ${event.type}, and the server had answered ${codes.join(', ') || 'nothing'}: ${JSON.stringify(event.data)}`,
          });
      }
    }
    return breaches;
  },
};

const FINAL: readonly string[] = ['Bounced', 'Rejected', 'RenderingFailed', 'Complained'];

function recipientsOf({ events }: Evidence): readonly Recipient[] {
  const histories = new Map<string, RecordedEvent[]>();
  const recipients: Recipient[] = [];
  for (const event of events) {
    if (!event.stream.startsWith('email-')) continue;
    if (event.type !== 'EmailAccepted') {
      histories.get((event.data as { readonly deliveryId: string }).deliveryId)?.push(event);
      continue;
    }
    const { recipients: accepted, scheduledFor } = event.data as EmailAccepted;
    for (const { deliveryId, address } of accepted) {
      const history: RecordedEvent[] = [];
      histories.set(deliveryId, history);
      const dueAtMs = scheduledFor === null ? eventMs(event) : Date.parse(scheduledFor);
      recipients.push({ address, stream: event.stream, dueAtMs, history });
    }
  }
  return recipients;
}

/** Whether it was put off until after the end. */
function isWaiting(history: readonly RecordedEvent[], endMs: number): boolean {
  const last = history.at(-1);
  if (last?.type !== 'DeliveryDelayed') return false;
  const { nextAttemptAt } = last.data as { readonly nextAttemptAt: string | null };
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) > endMs - LEAVES_WITHIN_MS;
}

/** How often something took a process's knowledge of an answer, or its time, in a stretch. */
function deaths({ journal }: Evidence, fromMs: number, toMs: number): number {
  const isWithin = (atMs: number) => fromMs - EARLY_MS <= atMs && atMs <= toMs;
  const { processes, troubles } = journal.books;
  const lethal = ['killed', 'background killed', 'paused', 'background paused', 'stops'];
  return (
    processes.filter(({ what, atMs }) => lethal.includes(what) && isWithin(atMs)).length +
    troubles.filter(({ what, atMs }) => what !== 'receiver away' && isWithin(atMs)).length
  );
}
