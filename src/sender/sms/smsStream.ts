import type { Ledger } from '../../commands/kernel/ledger.ts';
import { type RecordedSmsEvent, type SmsEvent, sms } from '../../events/sms.ts';
import { type Fold, foldedStream } from '../../runtime/fold/foldedStream.ts';
import { type SendingStream, sendingStream } from '../sendingStream.ts';
import { advanceSms, type SmsProgress } from './smsProgress.ts';

export type SmsStream = SendingStream<SmsProgress, SmsEvent>;

const progressFold: Fold<SmsProgress | null, RecordedSmsEvent> = { initial: null, evolve: advanceSms };

/** Null when there is no such outbound message. */
export async function openSmsStream(ledger: Ledger, smsId: string): Promise<SmsStream | null> {
  const stream = sms.stream(smsId);
  const { state: progress, last } = await foldedStream(ledger.store, stream, progressFold);
  if (progress === null || last === null) return null;
  const { id: causation, metadata } = progress.accepted;
  const { workspace, correlation } = metadata;
  return sendingStream<SmsProgress, SmsEvent>(ledger, {
    stream,
    origin: { workspace, correlation, causation, actor: 'sender' },
    from: { progress, revision: last.revision },
    advance: (before, event) => advanceSms(before, event) ?? before,
    readFrom: (fromRevision) => sms.read(ledger.store, smsId, { fromRevision }),
  });
}
