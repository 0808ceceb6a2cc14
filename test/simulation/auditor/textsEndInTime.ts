import type { RecordedEvent } from '../../../src/events/event.ts';
import { type OptOuts, optOutsOf } from './optOuts.ts';
import { paceSpent } from './paceSpent.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { endsText, type TextStory, textStories } from './texts.ts';

/** A claim whose holder died is free again after this, and is taken within another minute. */
const CLAIM_MS = 11 * 60_000;
/** What is due is done within this, when nothing has happened for so long. */
const LATE_MS = 60_000;
/** Attempts of one message; then it has failed. */
const MOST_ATTEMPTS = 8;

type Failed = { readonly attempt: number; readonly detail: string };

/**
 * Every accepted text message has an end with evidence in the carrier's journal, or a time at which it is due that has not
 * passed; and what is said of its receipts, the carrier has reported.
 */
export const textsEndInTime: Rule = {
  name: 'every text message has an end or a time',
  check(evidence: Evidence) {
    const isSpent = paceSpent(evidence);
    const optOuts = optOutsOf(evidence.events);
    return textStories(evidence).flatMap((story): readonly Breach[] => {
      const { smsId, own, to, accepted, workspace } = story;
      const ends = own.filter(endsText);
      const faults: string[] = [];
      if (ends.length > 1)
        faults.push(`ended ${ends.length} times: ${ends.map(({ type }) => type).join(', ')}`);
      for (const end of ends) faults.push(...unproved(evidence, story, end, optOuts));
      faults.push(...unreported(evidence, story));
      const isEnded = ends.length > 0 || story.reported.some(endsText);
      const dueAtMs = dueOf(story);
      if (!isEnded && dueAtMs + LATE_MS < evidence.endDateMs && !isSpent(workspace))
        faults.push(`has no end, and was due ${Math.round((evidence.endDateMs - dueAtMs) / 1_000)} s ago`);
      const atMs = evidence.appendedAtMs(ends[0] ?? accepted);
      return faults.map((what) => ({
        ...{ rule: this.name, atMs, about: [smsId] },
        what: `the text message ${smsId} to ${to} ${what}`,
      }));
    });
  },
};

/** What an end of the sender's claims that the carrier has not seen. */
function unproved(
  { journals }: Evidence,
  { smsId, segments, from, to }: TextStory,
  { type, data, position }: RecordedEvent,
  optOuts: OptOuts,
): readonly string[] {
  const seen = journals.texts.filter((line) => line.smsId === smsId);
  if (type === 'SmsSent') {
    const taken = new Set(seen.filter(({ carrierId }) => carrierId !== null).map(({ segment }) => segment));
    return taken.size === segments
      ? []
      : [`is sent in the log, and the carrier has ${taken.size} of its ${segments} segments`];
  }
  const { attempt, detail } = data as Failed;
  if (seen.some(({ outcome }) => outcome === 'refused') || attempt >= MOST_ATTEMPTS) return [];
  const hasStopped = optOuts
    .of(from, to)
    .some((one) => one.type === 'SmsOptedOut' && one.position < position);
  return hasStopped ? [] : [`failed by the log (${detail}), and the carrier refused no segment of it`];
}

/** What the log has from receipts that there were none of. */
function unreported({ journals }: Evidence, { smsId, segments, reported }: TextStory): readonly string[] {
  const receipts = journals.receipts.filter((line) => line.smsId === smsId);
  const delivered = receipts.filter(({ state }) => state === 'delivered').map(({ carrierId }) => carrierId);
  return reported.flatMap(({ type, data }) => {
    const { carrierId } = data as { readonly carrierId?: string };
    if (type === 'SmsFailed')
      return receipts.some(({ state }) => state === 'failed') ? [] : ['failed by a receipt that never came'];
    const isReported =
      type === 'SmsDelivered'
        ? new Set(delivered).size >= segments
        : delivered.some((one) => one.replace(/^0+/, '') === carrierId);
    return isReported ? [] : [`has ${type}, and its receipts do not say so`];
  });
}

/** The date at which something is to be done for a message that has no end. */
function dueOf({ accepted, own }: TextStory): number {
  const last = own.at(-1);
  if (last === undefined) return Date.parse(accepted.metadata.at);
  const { nextAttemptAt } = last.data as { readonly nextAttemptAt?: string | null };
  return typeof nextAttemptAt === 'string'
    ? Date.parse(nextAttemptAt)
    : Date.parse(last.metadata.at) + CLAIM_MS;
}
