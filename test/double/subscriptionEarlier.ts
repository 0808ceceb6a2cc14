import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { caughtUpMessage, checkpointMessage, confirmationMessage, readMessage } from './messages.ts';
import { CHANNEL_PLACES } from './outbox.ts';
import { checkpointOf, placeOf } from './scan.ts';
import { type Subscription, turn } from './subscription.ts';

/**
 * As 23.10 does it: pages up to the end, then a queue of live events, and what was appended between the two read once more.
 * A reader for whom 32 messages wait at that moment, or for whom as many live ones wait later, is ended.
 */
export async function serveEarlier(subscription: Subscription): Promise<void> {
  const { outbox, readPage, checkpointEvery } = subscription;
  let index = subscription.firstIndex;
  let counted = 0;
  if (!(await outbox.put(confirmationMessage()))) return;
  for (;;) {
    const page = readPage(index);
    index = page.nextIndex;
    for (const record of page.matching) if (!(await outbox.put(readMessage(record)))) return;
    counted += page.considered;
    if (page.isLast) break;
    if (checkpointEvery !== null && counted >= checkpointEvery) {
      counted %= checkpointEvery;
      if (!(await outbox.put(checkpointMessage(checkpointOf(page))))) return;
    }
    await turn();
  }
  await turn();
  await goLive(subscription, index, counted);
}

async function goLive(
  { log, gate, outbox, filter, readPage, checkpointEvery }: Subscription,
  from: number,
  alreadyCounted: number,
): Promise<void> {
  const live: streams.ReadResp[] = [];
  let counted = alreadyCounted;
  let seen = log.records.length;
  let isCaughtUp = false;
  let news: () => void = () => {};
  const tooSlow = () => {
    if (outbox.isOver) return;
    gate.fallenBehind += 1;
    stopListening();
    outbox.fail(ended(isCaughtUp ? 'live' : 'transitioning to live'));
  };
  const queue = (message: streams.ReadResp) => {
    if (live.length >= CHANNEL_PLACES) return tooSlow();
    live.push(message);
    news();
  };
  const stopListening = log.onGrowth(() => {
    for (; seen < log.records.length; seen += 1) {
      const record = log.records[seen];
      if (record === undefined || outbox.isOver) return;
      if (filter.matches(record)) queue(readMessage(record));
      counted += 1;
      if (checkpointEvery === null || counted < checkpointEvery) continue;
      counted = 0;
      queue(checkpointMessage(placeOf(record)));
    }
  });
  outbox.whenOver(() => {
    stopListening();
    news();
  });
  const confirmedAt = seen;
  history: for (let index = from; !outbox.isOver; ) {
    await turn();
    const page = readPage(index);
    if (page.matching.length === 0 && page.isLast) break;
    for (const record of page.matching) {
      if (log.indexFrom(record.position) >= confirmedAt) break history;
      if (!outbox.tryPut(readMessage(record))) return tooSlow();
    }
    index = page.nextIndex;
  }
  isCaughtUp = true;
  // Whatever waits among the live events already.
  if (!(await outbox.put(caughtUpMessage()))) return;
  let given = 0;
  while (!outbox.isOver) {
    const message = live.shift();
    if (message !== undefined) {
      if (!(await outbox.put(message))) return;
      if (message.hasEvent()) given += 1;
      if (given >= gate.liveEventsUntilTooSlow) return tooSlow();
      continue;
    }
    await new Promise<void>((resolve) => {
      news = resolve;
    });
  }
}

function ended(state: string): ServiceError {
  const details = `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`;
  return Object.assign(new Error(details), { code: status.ABORTED, details, metadata: new Metadata() });
}
