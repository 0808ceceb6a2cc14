import type { Breach, Evidence, Rule } from './rule.ts';
import { endsText } from './texts.ts';

/** What was answered has been recorded before. */
const ROUNDING_MS = 2;

/**
 * A receipt that was taken, about a segment whose id was in the log by then, is in the log too: the carrier does not bring it again.
 * Of what a paused process records only when it goes on nobody else can know.
 */
export const receiptsRecorded: Rule = {
  name: 'what the carrier reports is recorded',
  check({ journals, stream, appendedAtMs }: Evidence) {
    return journals.receipts.flatMap(({ smsId, carrierId, state, answer, atMs }): readonly Breach[] => {
      if (smsId === null || answer !== 'taken') return [];
      const events = stream(`sms-${smsId}`);
      const isKnown = events.some(
        (event) =>
          /^Sms(SegmentSent|Sent)$/.test(event.type) &&
          carrierIdOf(event.data) === carrierId &&
          appendedAtMs(event) <= atMs,
      );
      const isRecorded = events.some((event) => {
        if (appendedAtMs(event) > atMs + ROUNDING_MS) return false;
        if (event.type === 'SmsDelivered' || (event.type === 'SmsFailed' && endsText(event))) return true;
        return state === 'delivered' && event.type === 'SmsSegmentDelivered';
      });
      if (!isKnown || isRecorded) return [];
      return [
        {
          ...{ rule: this.name, atMs, about: [smsId, carrierId] },
          what: `the receipt '${state}' of ${carrierId} was taken, and the text message ${smsId} has none`,
        },
      ];
    });
  },
};

const carrierIdOf = (data: unknown) => (data as { readonly carrierId?: string | null }).carrierId;
