import { recipientStories } from './recipients.ts';
import type { Evidence, Rule } from './rule.ts';
import { suppressionsOf } from './suppressions.ts';

/** No one is mailed by an attempt that was claimed after their suppression was in the log. */
export const suppressedStaySilent: Rule = {
  name: 'the suppressed get no mail',
  check(evidence: Evidence) {
    const changes = suppressionsOf(evidence.events);
    const mailed = new Set(evidence.journals.mail.map(({ deliveryId }) => deliveryId));
    return recipientStories(evidence)
      .filter(({ deliveryId, isSandbox }) => !isSandbox && mailed.has(deliveryId))
      .flatMap(({ deliveryId, workspace, address, events, emailId }) => {
        const claims = events.filter(({ type }) => type === 'SubmissionAttempted');
        return claims
          .filter(({ position }) => changes.isSuppressed(workspace, address, position))
          .filter((claim) => wasMailed(evidence, deliveryId, evidence.appendedAtMs(claim)))
          .map((claim) => ({
            ...{ rule: this.name, atMs: evidence.appendedAtMs(claim), about: [emailId, deliveryId, address] },
            what: `${address} was suppressed when the attempt at ${claim.metadata.at} was claimed, and got the mail`,
          }));
      });
  },
};

/** Whether a transaction with a server began after a claim and before another minute had passed. */
function wasMailed({ journals }: Evidence, deliveryId: string, claimedAtMs: number): boolean {
  return journals.mail.some(
    (line) =>
      line.deliveryId === deliveryId &&
      line.begunAtMs >= claimedAtMs &&
      line.begunAtMs < claimedAtMs + 60_000,
  );
}
