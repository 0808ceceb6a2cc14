import { optOutsOf } from './optOuts.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { textStories } from './texts.ts';
import { troubles } from './troubledAt.ts';

/** A transaction begins at most so long after its claim. */
const BEGUN_MS = 60_000;

/** Who decides on a claim has asked so long before it; and longer, where a store or the process stood still meanwhile. */
const ASKED_MS = 1_000;
const SLOW_MS = 20_000;

/** No one gets a text by an attempt that was claimed after their STOP was in the log. */
export const stoppedStaySilent: Rule = {
  name: 'who told a number to stop gets no text from it',
  check(evidence: Evidence) {
    const optOuts = optOutsOf(evidence.events);
    const overAt = troubles(evidence, ['store', 'process'], 0);
    return textStories(evidence).flatMap(({ smsId, from, to, own }) =>
      own.flatMap((claim): readonly Breach[] => {
        if (claim.type !== 'SmsSubmissionAttempted') return [];
        const last = optOuts.of(from, to).findLast(({ position }) => position < claim.position);
        const atMs = evidence.appendedAtMs(claim);
        const isSent = evidence.journals.texts.some(
          (line) => line.smsId === smsId && line.begunAtMs >= atMs && line.begunAtMs < atMs + BEGUN_MS,
        );
        if (last?.type !== 'SmsOptedOut' || !isSent) return [];
        const stoppedMs = evidence.appendedAtMs(last);
        const isSlow = overAt(null, stoppedMs, atMs) !== null;
        if (atMs - stoppedMs < (isSlow ? SLOW_MS : ASKED_MS)) return [];
        return [
          {
            ...{ rule: this.name, atMs, about: [smsId, last.stream] },
            what: `${to} had told ${from} to stop when the attempt at ${claim.metadata.at} was claimed, and got the text ${smsId}`,
          },
        ];
      }),
    );
  },
};
