import { ENDS, type RecipientStory, recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** A claim whose holder died is free again after this, and is taken within another minute. */
const CLAIM_MS = 11 * 60_000;
/** What is due is done within this, when nothing has happened for so long. */
const LATE_MS = 60_000;

/**
 * Every accepted recipient has a final outcome with evidence in a journal, or a time at which it is due that has not
 * passed.
 */
export const endsInTime: Rule = {
  name: 'every recipient has an end or a time',
  check(evidence: Evidence) {
    const stories = recipientStories(evidence);
    const taken = new Set(
      evidence.journals.mail.filter(({ has }) => has).map(({ deliveryId }) => deliveryId),
    );
    const refused = new Set(
      evidence.journals.mail
        .filter(({ outcome }) => outcome.outcome === 'bounced')
        .map(({ deliveryId }) => deliveryId),
    );
    const waits = waitsForPace(evidence, stories);
    return stories.flatMap((story): readonly Breach[] => {
      const { deliveryId, emailId, isSandbox } = story;
      const breach = (what: string): Breach => ({
        ...{ rule: this.name, atMs: evidence.appendedAtMs(story.accepted), about: [emailId, deliveryId] },
        what: `the mail ${emailId} to ${story.address} ${what}`,
      });
      const end = story.events.find(({ type }) => ENDS.has(type));
      if (end === undefined) {
        const dueAtMs = dueOf(story);
        if (dueAtMs + LATE_MS >= evidence.endDateMs || waits(story)) return [];
        return [
          breach(`has no end, and was due ${Math.round((evidence.endDateMs - dueAtMs) / 1_000)} s ago`),
        ];
      }
      if (isSandbox) return [];
      if (end.type === 'Submitted' && !taken.has(deliveryId))
        return [breach('is submitted in the log, and no server has it')];
      if (end.type === 'Bounced' && !refused.has(deliveryId))
        return [breach('is bounced in the log, and no server refused it')];
      return [];
    });
  },
};

/** The date at which something is to be done for a recipient who has no outcome yet. */
function dueOf({ scheduledFor, accepted, events }: RecipientStory): number {
  const last = events.at(-1);
  if (last === undefined) return Date.parse(scheduledFor ?? accepted.metadata.at);
  if (last.type === 'DeliveryDelayed') {
    const { nextAttemptAt } = last.data as { readonly nextAttemptAt: string | null };
    return Date.parse(nextAttemptAt ?? last.metadata.at);
  }
  return Date.parse(last.metadata.at) + CLAIM_MS;
}

/** Whether a workspace has sent so much today that the rest waits for tomorrow. */
function waitsForPace({ plan, workspaceOf }: Evidence, stories: readonly RecipientStory[]) {
  const perDay = new Map(plan.clients.map(({ name, perDay }) => [workspaceOf(name), perDay]));
  const begun = new Map<string, number>();
  for (const { workspace, events } of stories) {
    const first = events.find(({ type }) => type === 'SubmissionAttempted');
    if (first === undefined) continue;
    const name = `${workspace} ${first.metadata.at.slice(0, 10)}`;
    begun.set(name, (begun.get(name) ?? 0) + 1);
  }
  // A grant that a dead process did not use is spent all the same.
  const isSpent = (workspace: string) => {
    const limit = perDay.get(workspace) ?? Number.POSITIVE_INFINITY;
    return [...begun].some(([name, count]) => name.startsWith(`${workspace} `) && count >= limit * 0.9);
  };
  return ({ workspace, events }: RecipientStory) => events.length === 0 && isSpent(workspace);
}
