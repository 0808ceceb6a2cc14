import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EventLog } from './eventLog.ts';
import { noFilter, readFilter } from './filter.ts';
import type { Gate } from './gate.ts';
import { outboxOf, type ReadCall } from './outbox.ts';
import { pagesOf, type Rules, recordAt } from './scan.ts';
import type { Subscription } from './subscription.ts';
import { serveEarlier } from './subscriptionEarlier.ts';
import { serveLater } from './subscriptionLater.ts';

/** History, 'caught up', then what is appended, as the server of that version does it. */
export async function serveSubscription(
  call: ReadCall,
  log: EventLog,
  gate: Gate,
  { broken, version }: Rules,
  options: streams.ReadReq.Options,
  firstIndex: number,
): Promise<void> {
  const filter = broken.has('filter') ? noFilter : readFilter(options);
  const at = options.getAll()?.getPosition();
  const shift = broken.has('gap') ? 1 : broken.has('from-position') ? -1 : 0;
  const subscription: Subscription = {
    ...{ log, gate, filter },
    outbox: outboxOf(call, gate),
    readPage: pagesOf(log, filter, (index) => recordAt(log, index, broken)),
    checkpointEvery: broken.has('checkpoints') ? null : filter.checkpointEvery,
    firstIndex: Math.max(0, firstIndex + shift),
    after:
      at === undefined || shift !== 0
        ? null
        : { commit: Number(at.getCommitPosition()), prepare: Number(at.getPreparePosition()) },
  };
  await (version === '23.10' ? serveEarlier(subscription) : serveLater(subscription));
}
