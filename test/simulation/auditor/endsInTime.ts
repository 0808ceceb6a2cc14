import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import { paceSpent } from './paceSpent.ts';
import { ENDS, type RecipientStory, recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { type Suppressions, suppressionsOf } from './suppressions.ts';

/** Mail to this domain is simulated. */
const SANDBOX = '@example.com';
/** A claim whose holder died is free again after this, and is taken within another minute. */
const CLAIM_MS = 11 * 60_000;
/** A claim is in the log before its answer is heard, and its look-up comes afterwards; dates are rounded. */
const CLAIMED_MS = 2;
/** What DNS says of a domain's exchangers is known for so long. */
const KNOWN_MS = 300_000;
/** A recipient is tried for so long in all. */
const PATIENCE_MS = 72 * 3_600_000;
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
    const seenOf = new Map<string, MailLine[]>();
    for (const line of evidence.journals.mail) {
      const own = seenOf.get(line.deliveryId);
      if (own === undefined) seenOf.set(line.deliveryId, [line]);
      else own.push(line);
    }
    const waits = waitsForPace(evidence);
    const turnOf = turnsWithinMessages(stories);
    const suppressed = suppressionsOf(evidence.events);
    return stories.flatMap((story): readonly Breach[] => {
      const { deliveryId, emailId } = story;
      const seen = seenOf.get(deliveryId) ?? [];
      const ends = story.events.filter(isOwnEnd);
      const faults: string[] = [];
      if (ends.length > 1)
        faults.push(`ended ${ends.length} times: ${ends.map(({ type }) => type).join(', ')}`);
      if (story.isSandbox !== story.address.toLowerCase().endsWith(SANDBOX))
        faults.push(
          `${story.isSandbox ? 'is' : 'is not'} of the sandbox in the log, and by its domain otherwise`,
        );
      if (story.isSandbox && seen.length > 0) faults.push('is of the sandbox, and a server saw it');
      const [end] = ends;
      if (end !== undefined && !story.isSandbox) {
        const fault = unproved(evidence, story, end, seen, suppressed);
        if (fault !== null) faults.push(fault);
      }
      const dueAtMs = Math.max(dueOf(story), turnOf(story));
      const isOverdue = dueAtMs + LATE_MS < evidence.endDateMs;
      if (!story.events.some(({ type }) => ENDS.has(type)) && isOverdue && !waits(story))
        faults.push(`has no end, and was due ${Math.round((evidence.endDateMs - dueAtMs) / 1_000)} s ago`);
      return faults.map((what) => ({
        ...{
          rule: this.name,
          atMs: evidence.appendedAtMs(end ?? story.accepted),
          about: [emailId, deliveryId],
        },
        what: `the mail ${emailId} to ${story.address} ${what}`,
      }));
    });
  },
};

type MailLine = Evidence['journals']['mail'][number];

/** Ends that the sender itself recorded: one a recipient, but for a simulated bounce, which is handed over first. */
function isOwnEnd({ type, data }: RecordedEvent): boolean {
  const { sandbox, source } = data as { readonly sandbox: boolean; readonly source?: string };
  if (source !== undefined || type === 'Delivered') return false;
  return sandbox ? type === 'Submitted' : ENDS.has(type);
}

/** What an end claims that no one outside has seen; null: it is proved. */
function unproved(
  evidence: Evidence,
  story: RecipientStory,
  end: RecordedEvent,
  seen: readonly MailLine[],
  suppressed: Suppressions,
): string | null {
  const { workspace, address, accepted } = story;
  const { type, data, position, metadata } = end;
  const { reason } = data as { readonly reason?: string };
  switch (type) {
    case 'Submitted':
      return seen.some(({ has }) => has) ? null : 'is submitted in the log, and no server has it';
    case 'Bounced': {
      if (seen.some(({ outcome }) => outcome.outcome === 'bounced') || namesRefuse(evidence, story, end))
        return null;
      const triedForMs = Date.parse(metadata.at) - Date.parse(accepted.metadata.at);
      const isGivenUp =
        triedForMs >= PATIENCE_MS && seen.some(({ outcome }) => outcome.outcome === 'deferred');
      return isGivenUp ? null : 'is bounced in the log, and no server refused it';
    }
    case 'Rejected':
      if (reason !== 'suppressed') return `is rejected (${reason}) in the log, and nothing forbids it`;
      // By a suppression that was lifted again before the rejection was written, too.
      return suppressed.everBefore(workspace, address, position)
        ? null
        : 'is rejected as suppressed, and was not';
    case 'RenderingFailed':
      return (accepted.data as EmailAccepted).template === null
        ? 'has no template that could have failed'
        : null;
    default:
      return null;
  }
}

/**
 * Whether DNS had said during the attempt that there is no such domain, with neither MX nor address, or that it takes no mail.
 * That there was no answer proves nothing.
 */
function namesRefuse(
  { journals, appendedAtMs, appendedBy }: Evidence,
  { address, events }: RecipientStory,
  end: RecordedEvent,
): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const claim = events.findLast(
    ({ type, position }) => type === 'SubmissionAttempted' && position < end.position,
  );
  if (claim === undefined) return false;
  const [fromMs, toMs] = [appendedAtMs(claim), appendedAtMs(end)];
  const said = (type: string, sinceMs: number) =>
    journals.lookups.filter(
      (line) =>
        line.process === appendedBy(end) &&
        line.type === type &&
        line.name === domain &&
        line.atMs >= sinceMs &&
        line.atMs <= toMs,
    );
  const exchangers = said('MX', fromMs - KNOWN_MS);
  const hasNone = ({ answer }: { readonly answer: string }) => answer === 'no such name' || answer === 'none';
  if (exchangers.some(({ answer }) => answer === 'null MX')) return true;
  return exchangers.some(hasNone) && said('A', fromMs - CLAIMED_MS).some(hasNone);
}

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

/** When it is a recipient's turn: those of one message are tried one after another, and one attempt may take minutes. */
function turnsWithinMessages(stories: readonly RecipientStory[]) {
  const untilMs = new Map<string, number>();
  for (const { emailId, events } of stories) {
    const last = events.at(-1);
    if (last === undefined) continue;
    const atMs = Date.parse(last.metadata.at) + (last.type === 'SubmissionAttempted' ? CLAIM_MS : 0);
    untilMs.set(emailId, Math.max(untilMs.get(emailId) ?? 0, atMs));
  }
  return ({ emailId }: RecipientStory) => untilMs.get(emailId) ?? 0;
}

/** Whether a recipient waits for tomorrow, since the workspace has sent so much today. */
function waitsForPace(evidence: Evidence) {
  const isSpent = paceSpent(evidence);
  return ({ workspace, events }: RecipientStory) => {
    // Known fault: a retry whose sender died under its claim waits for the day's pace too, as if it were a first attempt.
    const isUntried = !events.some(({ type }) => type === 'SubmissionAttempted');
    const isFirst = isUntried || events.at(-1)?.type === 'SubmissionAttempted';
    return isFirst && isSpent(workspace);
  };
}
