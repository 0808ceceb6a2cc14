import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { openProjection } from '../../../src/follow/fold/projection.ts';
import { balances } from '../../../src/projections/balances.ts';
import { plainDocuments } from '../stores/plainStores.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { segmentsOf } from './texts.ts';

/** What is charged, by the account that it goes to. */
interface Charge {
  readonly type: string;
  readonly call: string;
  readonly account: 'email' | 'sms';
  readonly unit: string;
  /** How many units an event is to be charged. */
  readonly unitsOf: (data: unknown) => number;
}

const CHARGES: readonly Charge[] = [
  {
    ...{ type: 'EmailAccepted', call: 'POST /v1/emails', account: 'email', unit: 'recipients' },
    unitsOf: (data) => (data as EmailAccepted).recipients.length,
  },
  {
    ...{ type: 'SmsAccepted', call: 'POST /v1/sms', account: 'sms', unit: 'segments' },
    unitsOf: (data) => segmentsOf((data as { readonly text: string }).text),
  },
];

/** A credit a recipient who was not suppressed, and one a segment of a text: by the receipts, by the log, and by the balance. */
export const chargesAddUp: Rule = {
  name: 'the charges add up',
  async check(evidence: Evidence) {
    const collection = await openProjection(plainDocuments(evidence.stores.documents), balances);
    const faults = [];
    for (const charge of CHARGES) {
      const inLog = chargedByLog(evidence, charge);
      const told = chargedByReceipts(evidence, charge);
      faults.push(...wronglyCharged(evidence, charge));
      for (const { name } of evidence.plan.clients) {
        const workspace = evidence.workspaceOf(name) ?? '';
        const [sum, toldSum] = [inLog.get(workspace) ?? 0, told.get(workspace) ?? 0];
        const balance = (await collection.get(workspace))?.document[charge.account] ?? 0;
        if (balance !== sum)
          faults.push({
            about: [workspace],
            what: `the balance of ${name} has ${balance} credits of ${charge.account}, the log ${sum}`,
          });
        // A call whose answer was lost, and that is still repeated, may have been charged already.
        if (toldSum > sum)
          faults.push({
            about: [workspace],
            what: `the receipts of ${name} tell of ${toldSum} credits, the log of ${sum}`,
          });
      }
    }
    return faults.map((fault): Breach => ({ rule: this.name, atMs: null, ...fault }));
  },
};

function wronglyCharged({ events }: Evidence, { type, unit, unitsOf }: Charge) {
  return events.flatMap((event) => {
    if (event.type !== type) return [];
    const { credits } = event.data as { readonly credits: number };
    const units = unitsOf(event.data);
    if (credits === units) return [];
    return [{ about: [event.stream], what: `${event.stream} was charged ${credits} for ${units} ${unit}` }];
  });
}

/** Credits by workspace. */
function chargedByLog({ events }: Evidence, { type }: Charge): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { type: own, data, metadata } of events) {
    if (own !== type) continue;
    const { credits } = data as { readonly credits: number };
    sums.set(metadata.workspace, (sums.get(metadata.workspace) ?? 0) + credits);
  }
  return sums;
}

/** The same of the receipts, each of which counts once. */
function chargedByReceipts({ journals }: Evidence, { call }: Charge): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const counted = new Set<string>();
  for (const line of journals.clients) {
    if (line.call !== call || line.status !== 202) continue;
    const { id, credits_consumed: credits } = line.answer as {
      readonly id: string;
      readonly credits_consumed: number;
    };
    if (counted.has(id)) continue;
    counted.add(id);
    sums.set(line.workspace, (sums.get(line.workspace) ?? 0) + credits);
  }
  return sums;
}
