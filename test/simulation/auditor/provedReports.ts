import type { RecordedEvent } from '../../../src/events/event.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** What the outside writes down of a report about a mail that was brought to an intake. */
interface ReportLine {
  readonly what: string;
  readonly proof: 'signed' | 'forwarded' | 'in capitals' | 'unsigned' | 'forged';
  /** Begins with the id of the message. */
  readonly messageId: string;
  readonly recipient: string;
}

/** Sources of events that came by mail. */
const BY_MAIL: ReadonlySet<string> = new Set(['dsn', 'arf', 'bounce']);
/** Messages that reports without a proof are about which together may suppress. */
const LEAST_UNSIGNED = 2;

/**
 * No suppression by a single unsigned report. One that comes to the return address of the mail (its letters in any case) and names its recipient is
 * proof, and so is any complaint that comes there; without it refusals of two messages are needed.
 */
export const provedReports: Rule = {
  name: 'no suppression by a single unsigned report',
  check({ events, journals, appendedAtMs }: Evidence): readonly Breach[] {
    const { reports = [] } = journals as { readonly reports?: readonly ReportLine[] };
    return events.filter(suppressesByMail).flatMap((event): readonly Breach[] => {
      const { recipient } = event.data as { readonly recipient: string };
      const emailId = event.stream.slice('email-'.length);
      const wanted = event.type === 'Complained' ? 'complaint' : 'bounce';
      const own = reports.filter(
        (one) => one.what === wanted && one.recipient.toLowerCase() === recipient.toLowerCase(),
      );
      const isProof = ({ proof, messageId }: ReportLine) =>
        messageId.startsWith(emailId) &&
        (proof === 'signed' || proof === 'in capitals' || (proof === 'forwarded' && wanted === 'complaint'));
      if (own.some(isProof)) return [];
      const different = new Set(own.map(({ messageId }) => messageId)).size;
      if (wanted === 'bounce' && different >= LEAST_UNSIGNED) return [];
      return [
        {
          ...{ rule: this.name, atMs: appendedAtMs(event), about: [emailId] },
          what: `${recipient} is suppressed by ${event.type} in ${event.stream}, for which there were ${different} reports, none signed`,
        },
      ];
    });
  },
};

function suppressesByMail({ type, data }: RecordedEvent): boolean {
  const { source = '', bounceType } = data as { readonly source?: string; readonly bounceType?: string };
  if (!BY_MAIL.has(source)) return false;
  return type === 'Complained' || (type === 'Bounced' && bounceType === 'Permanent');
}
