import { isDeepStrictEqual } from 'node:util';
import type { EmailAccepted } from '../../../../src/events/emailAccepted.ts';
import type { Rule } from './rule.ts';

interface Receipt {
  readonly id: string;
  readonly credits_consumed: number;
}

/** Every 202 is in the log once, and the same key always gets the same receipt. */
export const acceptedOnce: Rule = {
  name: 'every 202 is in the log once, the same key gets the same receipt',
  check({ journal, events }) {
    const accepted = new Map<string, number>();
    for (const { type, stream } of events)
      if (type === 'EmailAccepted') accepted.set(stream, (accepted.get(stream) ?? 0) + 1);
    const first = new Map<string, unknown>();
    const breaches = [];
    for (const { key, status, answer, atMs } of journal.books.clients) {
      if (status !== 202) continue;
      const { id } = answer as Receipt;
      const about = [id, key];
      if (!first.has(key)) {
        first.set(key, answer);
        const times = accepted.get(`email-${id}`) ?? 0;
        if (times !== 1)
          breaches.push({ what: `the receipt ${id} of ${key} is in the log ${times} times`, atMs, about });
      } else if (!isDeepStrictEqual(first.get(key), answer))
        breaches.push({ what: `${key} got another receipt`, atMs, about });
    }
    for (const [stream] of accepted) {
      const id = stream.slice('email-'.length);
      const isKnown = [...first.values()].some((answer) => (answer as Receipt).id === id);
      if (!isKnown) breaches.push({ what: `${stream} was accepted for no one`, atMs: null, about: [id] });
    }
    return breaches;
  },
};

/** A credit a recipient: by the receipts and by the log. */
export const chargesAddUp: Rule = {
  name: 'charges add up',
  check({ journal, events }) {
    const receipts = new Map<string, number>();
    for (const { status, answer } of journal.books.clients)
      if (status === 202) receipts.set((answer as Receipt).id, (answer as Receipt).credits_consumed);
    const breaches = [];
    let inLog = 0;
    for (const { type, data, stream } of events) {
      if (type !== 'EmailAccepted') continue;
      const { credits, recipients } = data as EmailAccepted;
      inLog += credits;
      if (credits !== recipients.length)
        breaches.push({
          ...{ atMs: null, about: [stream] },
          what: `${stream} was charged ${credits} for ${recipients.length} recipients`,
        });
    }
    const receipted = [...receipts.values()].reduce((sum, credits) => sum + credits, 0);
    if (receipted !== inLog)
      breaches.push({
        atMs: null,
        about: [],
        what: `the receipts have ${receipted} credits, the log ${inLog}`,
      });
    return breaches;
  },
};

/** A caller sees 202, or 503 while something explains it; and in the end every call is answered. */
export const everyCallAnswered: Rule = {
  name: 'every call is answered, and nothing but 202 without a fault that explains it',
  check({ journal }) {
    const answered = new Set<string>();
    const asked = new Map<string, number>();
    const breaches = [];
    for (const { key, status, answer, atMs } of journal.books.clients) {
      asked.set(key, atMs);
      if (status === 202) answered.add(key);
      else if (status !== null && status !== 503 && status !== 408)
        breaches.push({
          what: `${key} was answered ${status}: ${JSON.stringify(answer)}`,
          atMs,
          about: [key],
        });
    }
    for (const [key, atMs] of asked)
      if (!answered.has(key)) breaches.push({ what: `${key} was never answered`, atMs, about: [key] });
    return breaches;
  },
};
