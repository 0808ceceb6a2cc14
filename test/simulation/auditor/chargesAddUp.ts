import type { EmailAccepted } from '../../../src/events/email.ts';
import { balances } from '../../../src/projections/balances.ts';
import { openProjection } from '../../../src/runtime/fold/projection.ts';
import { plainDocuments } from '../stores/plainStores.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** A credit a recipient who was not suppressed: by the receipts, by the log, and by the balance. */
export const chargesAddUp: Rule = {
  name: 'the charges add up',
  async check({ plan, journals, events, stores, workspaceOf }: Evidence) {
    const breaches: Breach[] = [];
    const inLog = new Map<string, number>();
    for (const { type, data, metadata, stream } of events) {
      if (type !== 'EmailAccepted') continue;
      const { credits, recipients } = data as EmailAccepted;
      inLog.set(metadata.workspace, (inLog.get(metadata.workspace) ?? 0) + credits);
      if (credits !== recipients.length)
        breaches.push({
          ...{ rule: this.name, atMs: null, about: [stream] },
          what: `${stream} was charged ${credits} for ${recipients.length} recipients`,
        });
    }
    const receipts = new Map<string, { readonly workspace: string; readonly credits: number }>();
    for (const { workspace, call, status, answer } of journals.clients) {
      if (call !== 'POST /v1/emails' || status !== 202) continue;
      const { id, credits_consumed: credits } = answer as {
        readonly id: string;
        readonly credits_consumed: number;
      };
      receipts.set(id, { workspace, credits });
    }
    const collection = await openProjection(plainDocuments(stores.documents), balances);
    for (const { name } of plan.clients) {
      const workspace = workspaceOf(name) ?? '';
      const sum = inLog.get(workspace) ?? 0;
      const document = (await collection.get(workspace))?.document as { readonly email: number } | undefined;
      if ((document?.email ?? 0) !== sum)
        breaches.push({
          ...{ rule: this.name, atMs: null, about: [workspace] },
          what: `the balance of ${name} has ${document?.email ?? 0} credits of email, the log ${sum}`,
        });
      // A call whose answer was lost, and that is still repeated, may have been charged already.
      const told = [...receipts.values()].filter((one) => one.workspace === workspace);
      const toldSum = told.reduce((total, { credits }) => total + credits, 0);
      if (toldSum > sum)
        breaches.push({
          ...{ rule: this.name, atMs: null, about: [workspace] },
          what: `the receipts of ${name} tell of ${toldSum} credits, the log of ${sum}`,
        });
    }
    return breaches;
  },
};
