import { recipientStories } from './recipients.ts';
import type { Evidence } from './rule.ts';

/** Of a day's pace: a grant that a dead process did not use is spent all the same. */
const SPENT = 0.9;

/** Whether a workspace has sent so much on some day, mail and text messages together, that the rest waits for the next. */
export function paceSpent(evidence: Evidence): (workspace: string) => boolean {
  const { plan, workspaceOf, events } = evidence;
  const perDay = new Map(plan.clients.map(({ name, perDay }) => [workspaceOf(name), perDay]));
  const begun = new Map<string, number>();
  const count = (workspace: string, at: string) => {
    const name = `${workspace} ${at.slice(0, 10)}`;
    begun.set(name, (begun.get(name) ?? 0) + 1);
  };
  for (const { workspace, events: own } of recipientStories(evidence)) {
    // Simulated mail counts as any other, and has no attempt.
    const first = own.find(({ type }) => type === 'SubmissionAttempted' || type === 'Submitted');
    if (first !== undefined) count(workspace, first.metadata.at);
  }
  for (const { type, metadata } of events)
    if (type === 'SmsSubmissionAttempted') count(metadata.workspace, metadata.at);
  return (workspace) => {
    const limit = perDay.get(workspace) ?? Number.POSITIVE_INFINITY;
    return [...begun].some(([name, sent]) => name.startsWith(`${workspace} `) && sent >= limit * SPENT);
  };
}
