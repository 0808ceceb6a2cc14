import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EventLog } from './eventLog.ts';
import { noFilter, readFilter } from './filter.ts';
import type { Gate } from './gate.ts';
import { checkpointMessage, readMessage } from './messages.ts';
import { deliver, type ReadCall, recordAt } from './readService.ts';
import type { Breakable } from './records.ts';

/** Records served before other calls get their turn. */
const RECORDS_A_TURN = 256;

/** A catch-up subscription to the whole log: confirmation, history, 'caught up' once, then what is appended. */
export async function serveSubscription(
  call: ReadCall,
  log: EventLog,
  gate: Gate,
  broken: ReadonlySet<Breakable>,
  options: streams.ReadReq.Options,
  start: number,
): Promise<void> {
  const filter = broken.has('filter') ? noFilter : readFilter(options);
  const checkpointEvery = broken.has('checkpoints') ? null : filter.checkpointEvery;
  let wake: () => void = () => {};
  const stopListening = log.onGrowth(() => wake());
  call.on('cancelled', () => wake());
  call.on('close', () => wake());
  try {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId(String(start));
    if (!(await deliver(call, new streams.ReadResp().setConfirmation(confirmation)))) return;
    let cursor = Math.max(0, start + (broken.has('gap') ? 1 : broken.has('from-position') ? -1 : 0));
    let scanned = 0;
    let caughtUp = false;
    for (;;) {
      for (; cursor < log.records.length; cursor += 1) {
        const record = recordAt(log, cursor, broken);
        if (record === undefined) break;
        if (filter.matches(record)) {
          gate.delivered += 1;
          if (!(await deliver(call, readMessage(record)))) return;
        }
        scanned += 1;
        if (checkpointEvery !== null && scanned % checkpointEvery === 0) {
          // It is that of the record scanned last, and so runs ahead of what the reader has handled.
          const position = log.records[cursor]?.position ?? 0;
          if (!(await deliver(call, checkpointMessage(position)))) return;
        }
        if (scanned % RECORDS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
        await gate.thawed();
      }
      if (!caughtUp) {
        caughtUp = true;
        if (!(await deliver(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))))
          return;
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
