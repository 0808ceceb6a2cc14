import { isDeepStrictEqual } from 'node:util';
import type { Breach, Evidence, Rule } from './rule.ts';

/** Calls that accept messages, one or a batch whose answer has the ids in `data`, and what stands in the log of each. */
const MAIL = { stream: 'email-', type: 'EmailAccepted' };
const SENDS: ReadonlyMap<string, typeof MAIL> = new Map([
  ['POST /v1/emails', MAIL],
  ['POST /v1/emails/batch', MAIL],
  ['POST /emails', MAIL],
  ['POST /emails/batch', MAIL],
  ['POST /v1/sms', { stream: 'sms-', type: 'SmsAccepted' }],
]);

type Receipt = { readonly id: string } | { readonly data: readonly { readonly id: string }[] };

/**
 * Every message that a call was answered to be accepted stands in the log once; the same key always gets the same receipt.
 */
export const acceptedOnce: Rule = {
  name: 'every 202 stands in the log once',
  check({ journals, stream }: Evidence) {
    const receipts = new Map<string, unknown>();
    const breaches: Breach[] = [];
    for (const { workspace, call, key, status, answer, atMs } of journals.clients) {
      const wanted = SENDS.get(call);
      if (wanted === undefined || status === null || status < 200 || status > 299) continue;
      const receipt = answer as Receipt;
      const ids = 'data' in receipt ? receipt.data.map(({ id }) => id) : [receipt.id];
      const name = `${workspace} ${call} ${key}`;
      const first = receipts.get(name);
      if (first !== undefined) {
        if (!isDeepStrictEqual(first, answer))
          breaches.push({ rule: this.name, what: `key ${key} got another receipt`, atMs, about: ids });
        continue;
      }
      receipts.set(name, answer);
      for (const id of ids) {
        const accepted = stream(`${wanted.stream}${id}`).filter(({ type }) => type === wanted.type);
        if (accepted.length === 1) continue;
        breaches.push({
          ...{ rule: this.name, atMs, about: [id] },
          what: `the receipt ${id} of key ${key} stands in the log ${accepted.length} times`,
        });
      }
    }
    return breaches;
  },
};
