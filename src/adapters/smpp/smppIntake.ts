import { inOneLine } from '../../events/fieldPatterns.ts';
import type { IntakeHandlers } from '../../ports/carrier.ts';
import type { UnmatchedMails } from '../../ports/unmatchedMail.ts';
import { aborted, type SmppDependencies } from './boundLink.ts';
import { OK, PERMANENT_ERROR, TEMPORARY_ERROR } from './commandStatus.ts';
import { deliveredOf } from './delivered.ts';
import { incomingPdu } from './incomingPdu.ts';

export interface SmppIntakeDependencies extends Omit<SmppDependencies, 'ids'> {
  /** The store of what no workspace gets, each PDU in the form of a mail: its header says why, its text is the PDU in hex. */
  readonly unmatched: UnmatchedMails;
}

const RECOUNT_MS = 3_600_000;
const MOST_COUNTED = 1_000;
const UNASSIGNED = 'it came to a number that no workspace has';

/** What the carrier brings: it is recorded, or kept for the operator, before it is acknowledged or refused. */
export function smppIntake({ clock, log, metrics, unmatched }: SmppIntakeDependencies, host: string) {
  let unassigned = 0;
  const count = (texts: number) => {
    unassigned = Math.min(texts, MOST_COUNTED);
    metrics.gauge('postledger_sms_unassigned', unassigned);
  };
  const keep = async (bytes: Buffer, as: 'unassigned' | 'unreadable', why: string) => {
    const pdu = incomingPdu(bytes);
    const [sender, recipient] = [pdu?.from.text ?? '', pdu?.to.text ?? ''];
    const mail = { atMs: clock.nowMs(), why, sender, recipients: [recipient], remoteAddress: host };
    const raw = `Subject: ${inOneLine(`${sender} to ${recipient}`)}\r\n\r\n${bytes.toString('hex')}\r\n`;
    await unmatched.store(mail, Buffer.from(raw));
    metrics.count('postledger_sms_kept_total', { as });
  };
  const record = async (bytes: Buffer, handlers: IntakeHandlers) => {
    const delivered = deliveredOf(bytes);
    switch (delivered.is) {
      case 'message':
        if ((await handlers.message(delivered.message)) === 'recorded') return OK;
        await keep(bytes, 'unassigned', UNASSIGNED);
        count(unassigned + 1);
        return OK;
      case 'receipt':
        await handlers.receipt(delivered.receipt);
        return OK;
      case 'interim':
        metrics.count('postledger_sms_receipts_total', { state: 'interim' });
        return OK;
      case 'unreadable':
        log.warn({ why: delivered.why }, 'a delivery of the carrier was refused and kept for the operator');
        await keep(bytes, 'unreadable', delivered.why);
        return PERMANENT_ERROR;
    }
  };
  /** Tells how many texts are kept, and removes the old ones, until the signal aborts. */
  const watch = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await unmatched.removeOld(clock.nowMs());
      count((await unmatched.list(MOST_COUNTED)).filter(({ why }) => why === UNASSIGNED).length);
      await clock.sleep(RECOUNT_MS, signal);
    }
  };
  let current: IntakeHandlers | null = null;
  return {
    /** Resolves with the status to answer a PDU with: a temporary error when it could be neither recorded nor kept. */
    async take(bytes: Buffer): Promise<number> {
      if (current === null) return TEMPORARY_ERROR;
      return record(bytes, current).catch((error) => {
        log.error({ err: error }, 'a delivery of the carrier could not be recorded, it will come again');
        return TEMPORARY_ERROR;
      });
    },
    /** Takes by these handlers until one of the signals aborts. */
    async receive(handlers: IntakeHandlers, ...signals: readonly AbortSignal[]): Promise<void> {
      current = handlers;
      const ended = new AbortController();
      const said = 'the kept deliveries of the carrier are not counted';
      void watch(ended.signal).catch((error) => log.error({ err: error }, said));
      // The bind may be older than the handlers; deliveries of that time were refused temporarily, and come again.
      await aborted(...signals);
      ended.abort();
      current = null;
    },
  };
}
