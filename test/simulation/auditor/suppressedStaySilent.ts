import type { RecordedEvent } from '../../../src/events/event.ts';
import { recipientStories } from './recipients.ts';
import type { Evidence, Rule } from './rule.ts';

/** No one is mailed by an attempt that was claimed after their suppression was in the log. */
export const suppressedStaySilent: Rule = {
  name: 'the suppressed get no mail',
  check(evidence: Evidence) {
    const changes = suppressionsOf(evidence.events);
    const mailed = new Set(evidence.journals.mail.map(({ deliveryId }) => deliveryId));
    return recipientStories(evidence)
      .filter(({ deliveryId, isSandbox }) => !isSandbox && mailed.has(deliveryId))
      .flatMap(({ deliveryId, workspace, address, events, emailId }) => {
        const own = changes.get(nameOf(workspace, address)) ?? [];
        const claims = events.filter(({ type }) => type === 'SubmissionAttempted');
        return claims
          .filter(({ position }) => own.findLast((one) => one.position < position)?.isSuppressed === true)
          .filter((claim) => wasMailed(evidence, deliveryId, evidence.appendedAtMs(claim)))
          .map((claim) => ({
            ...{ rule: this.name, atMs: evidence.appendedAtMs(claim), about: [emailId, deliveryId, address] },
            what: `${address} was suppressed when the attempt at ${claim.metadata.at} was claimed, and got the mail`,
          }));
      });
  },
};

const nameOf = (workspace: string, address: string) => `${workspace} ${address.toLowerCase()}`;

/** Whether a server saw the mail behind a claim and before another minute had passed. */
function wasMailed({ journals }: Evidence, deliveryId: string, claimedAtMs: number): boolean {
  return journals.mail.some(
    (line) =>
      line.deliveryId === deliveryId &&
      line.begunAtMs >= claimedAtMs &&
      line.begunAtMs < claimedAtMs + 60_000,
  );
}

interface Change {
  readonly position: string;
  readonly isSuppressed: boolean;
}

/** What suppresses an address and what lifts it, by workspace and address, in the order of the log. */
function suppressionsOf(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly Change[]> {
  const changes = new Map<string, Change[]>();
  for (const { type, data, metadata, position } of events) {
    const told = data as {
      readonly recipient?: string;
      readonly address?: string;
      readonly bounceType?: string;
      readonly sandbox?: boolean;
    };
    const suppresses =
      type === 'SuppressionAdded' ||
      type === 'Complained' ||
      (type === 'Bounced' && told.bounceType === 'Permanent') ||
      (type === 'Unsubscribed' && told.sandbox !== true);
    const lifts = type === 'SuppressionRemoved' || type === 'Resubscribed';
    if (!suppresses && !lifts) continue;
    const name = nameOf(metadata.workspace, told.recipient ?? told.address ?? '');
    changes.set(name, [...(changes.get(name) ?? []), { position, isSuppressed: suppresses }]);
  }
  return changes;
}
