import { inOneLine } from '../../events/fieldPatterns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { UnmatchedMails } from '../../ports/unmatchedMail.ts';
import { incomingPdu } from './incomingPdu.ts';

export interface KeptPdusDependencies {
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** The store of these PDUs, each in the form of a mail: its header says why, its text is the PDU in hex. */
  readonly unmatched: UnmatchedMails;
}

const RECOUNT_MS = 3_600_000;
const MOST = 1_000;
const UNASSIGNED = 'it came to a number that no workspace has';

/** What the carrier brought and nothing could be recorded of, for the operator. */
export function keptPdus({ clock, metrics, unmatched }: KeptPdusDependencies, host: string) {
  let unassigned = 0;
  const count = (texts: number) => {
    unassigned = Math.min(texts, MOST);
    metrics.gauge('postledger_sms_unassigned', unassigned);
  };
  return {
    /** When it resolves, the PDU is on the disk. */
    async keep(bytes: Buffer, unreadable: string | null): Promise<void> {
      const pdu = incomingPdu(bytes);
      const mail = {
        ...{ atMs: clock.nowMs(), why: unreadable ?? UNASSIGNED, remoteAddress: host },
        ...{ sender: pdu?.from.text ?? '', recipients: [pdu?.to.text ?? ''] },
      };
      const subject = inOneLine(`${mail.sender} to ${mail.recipients}`);
      await unmatched.store(mail, Buffer.from(`Subject: ${subject}\r\n\r\n${bytes.toString('hex')}\r\n`));
      metrics.count('postledger_sms_kept_total', { as: unreadable === null ? 'unassigned' : 'unreadable' });
      if (unreadable === null) count(unassigned + 1);
    },
    /** Tells how many of them are there, and removes the old ones, until the signal aborts. */
    async watch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await unmatched.removeOld(clock.nowMs());
        const kept = await unmatched.list(MOST);
        count(kept.filter(({ why }) => why === UNASSIGNED).length);
        await clock.sleep(RECOUNT_MS, signal);
      }
    },
  };
}
