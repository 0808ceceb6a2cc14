import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Rule } from './rule.ts';

/**
 * Every 202 stands in the log once; the same key always gets the same receipt; and a call that was given up and repeated
 * has been answered in the end.
 */
export const acceptedOnce: Rule = {
  name: 'every 202 stands in the log once',
  check({ journals, stream }: Evidence) {
    const receipts = new Map<string, { readonly answer: unknown; readonly atMs: number }>();
    const breaches = [];
    for (const { workspace, key, status, answer, atMs } of journals.clients) {
      if (status !== 202) continue;
      const name = `${workspace} ${key}`;
      const first = receipts.get(name);
      const { id } = answer as { readonly id: string };
      if (first !== undefined) {
        if (!isDeepStrictEqual(first.answer, answer))
          breaches.push({ rule: this.name, what: `key ${key} got another receipt`, atMs, about: [id] });
        continue;
      }
      receipts.set(name, { answer, atMs });
      const accepted = stream(`email-${id}`).filter(({ type }) => type === 'EmailAccepted');
      if (accepted.length !== 1)
        breaches.push({
          ...{ rule: this.name, atMs, about: [id] },
          what: `the receipt ${id} of key ${key} stands in the log ${accepted.length} times`,
        });
    }
    return breaches;
  },
};
