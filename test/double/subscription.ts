import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { EventLog } from './eventLog.ts';
import { noFilter, readFilter } from './filter.ts';
import type { Gate } from './gate.ts';
import { checkpointMessage, readMessage } from './messages.ts';
import { deliver, type ReadCall, type Rules, recordAt } from './readService.ts';

/** Records served before other calls get their turn. */
const RECORDS_A_TURN = 256;

/** Events that wait for the reader of a live subscription; one more, and it is live no longer. */
const LIVE_QUEUE = 32;

/**
 * A catch-up subscription to the whole log: confirmation, history, 'caught up', then what is appended. A live one whose
 * reader falls behind is ended by 23.10; 24.10 reads the log for it again, and says so.
 */
export async function serveSubscription(
  call: ReadCall,
  log: EventLog,
  gate: Gate,
  { broken, version }: Rules,
  options: streams.ReadReq.Options,
  start: number,
): Promise<void> {
  const filter = broken.has('filter') ? noFilter : readFilter(options);
  const checkpointEvery = broken.has('checkpoints') ? null : filter.checkpointEvery;
  let wake: () => void = () => {};
  let cursor = Math.max(0, start + (broken.has('gap') ? 1 : broken.has('from-position') ? -1 : 0));
  let isWaiting = false;
  let isLive = false;
  let isBehind = false;
  const stopListening = log.onGrowth(() => {
    isBehind ||= isLive && isWaiting && log.records.length - cursor > LIVE_QUEUE;
    wake();
  });
  const give = async (message: streams.ReadResp): Promise<boolean> => {
    isWaiting = true;
    const isThere = await deliver(call, message);
    isWaiting = false;
    return isThere;
  };
  call.on('cancelled', () => wake());
  call.on('close', () => wake());
  try {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId(String(start));
    if (!(await give(new streams.ReadResp().setConfirmation(confirmation)))) return;
    let scanned = 0;
    for (;;) {
      for (; cursor < log.records.length; cursor += 1) {
        const record = recordAt(log, cursor, broken);
        if (record === undefined) break;
        if (filter.matches(record)) {
          gate.delivered += 1;
          if (!(await give(readMessage(record)))) return;
        }
        if (isBehind) {
          gate.fallenBehind += 1;
          if (version === '23.10') return void call.emit('error', tooSlow());
          if (!(await give(new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind())))) return;
          [isLive, isBehind] = [false, false];
        }
        scanned += 1;
        if (checkpointEvery !== null && scanned % checkpointEvery === 0) {
          // It is that of the record scanned last, and so runs ahead of what the reader has handled.
          const position = log.records[cursor]?.position ?? 0;
          if (!(await give(checkpointMessage(position)))) return;
        }
        if (scanned % RECORDS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
        await gate.thawed();
      }
      if (!isLive) {
        isLive = true;
        if (!(await give(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())))) return;
      }
      if (cursor < log.records.length) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (call.cancelled || call.destroyed) return;
      await gate.thawed();
    }
  } finally {
    stopListening();
  }
}

function tooSlow(): ServiceError {
  const details =
    'Operation timed out: Subscription was dropped: consumer too slow to handle event while live. Client resubscription required.';
  return Object.assign(new Error(details), { code: status.ABORTED, details, metadata: new Metadata() });
}
