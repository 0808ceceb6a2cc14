import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { caughtUpMessage, checkpointMessage, confirmationMessage, readMessage } from './messages.ts';
import { CHANNEL_PLACES } from './outbox.ts';
import { checkpointOf, compared, type Place, placeOf } from './scan.ts';
import { type Subscription, turn } from './subscription.ts';

interface Live {
  /** Of 32 at most, and then the oldest is dropped: a gap in the numbers tells of it. */
  readonly number: number;
  readonly place: Place;
  readonly message: streams.ReadResp;
  readonly isCheckpoint: boolean;
}

const BEFORE_ALL: Place = { commit: -1, prepare: -1 };

/**
 * As 24.10 does it: live events are kept from the start, and a reader who has missed some of them reads the log again, and
 * is told when he has caught up again, though not that he fell behind (measured, whatever the server's source says). Whoever comes to the end is sent a checkpoint, which stands where the
 * last page began: with a page that is empty that is where the next event will stand, told by a prepare position of 0.
 */
export async function serveLater(subscription: Subscription): Promise<void> {
  const { log, outbox } = subscription;
  const live = liveOf(subscription);
  const last = log.records.at(-1);
  let at = subscription.after ?? BEFORE_ALL;
  // From the record at that place on, which is passed over.
  let index = subscription.after === null ? subscription.firstIndex : log.indexFrom(at.commit);
  if (!(await outbox.put(confirmationMessage()))) return;
  if (last !== undefined && compared(at, placeOf(last)) >= 0) at = await goLive(at);
  while (!outbox.isOver) {
    at = await catchUp(at);
    if (!outbox.isOver) at = await goLive(at);
  }

  async function catchUp(from: Place): Promise<Place> {
    const { readPage, checkpointEvery } = subscription;
    let reached = from;
    let counted = 0;
    for (;;) {
      const page = readPage(index);
      for (const record of page.matching) {
        if (compared(placeOf(record), from) <= 0) continue;
        if (!(await outbox.put(readMessage(record)))) return reached;
      }
      reached = latest(reached, checkpointOf(page));
      counted += page.considered;
      index = page.nextIndex;
      if (page.isLast || (checkpointEvery !== null && counted >= checkpointEvery)) {
        counted = 0;
        if (!(await checkpoint(reached)) || page.isLast) return reached;
      }
      await turn();
    }
  }

  async function goLive(from: Place): Promise<Place> {
    let reached = from;
    if (!(await outbox.put(caughtUpMessage()))) return reached;
    for (let next = await live.next(); next !== null; next = await live.next()) {
      const { number, place, message, isCheckpoint } = next;
      const isNext = number === live.taken + 1;
      live.taken = number;
      const order = compared(place, reached);
      if (isCheckpoint ? order < 0 : order <= 0) continue;
      if (!isNext) {
        index = log.indexFrom(reached.commit);
        await checkpoint(reached);
        return reached;
      }
      if (!(isCheckpoint ? await checkpoint(place) : await outbox.put(message))) return reached;
      reached = place;
    }
    return reached;
  }

  /** None without a filter, and none twice. */
  async function checkpoint(place: Place): Promise<boolean> {
    const { checkpointEvery } = subscription;
    if (checkpointEvery === null || compared(place, live.told) <= 0) return !outbox.isOver;
    live.told = place;
    return outbox.put(checkpointMessage(place));
  }
}

const latest = (one: Place, other: Place): Place => (compared(one, other) < 0 ? other : one);

function liveOf({ log, gate, filter, outbox, checkpointEvery }: Subscription) {
  const kept: Live[] = [];
  let isComplete = true;
  let seen = log.records.length;
  let number = 0;
  let counted = 0;
  let news: () => void = () => {};
  const keep = (one: Omit<Live, 'number'>) => {
    number += 1;
    kept.push({ ...one, number });
    if (kept.length > CHANNEL_PLACES) {
      kept.shift();
      if (isComplete) gate.fallenBehind += 1;
      isComplete = false;
    }
    news();
  };
  const stopListening = log.onGrowth(() => {
    for (; seen < log.records.length; seen += 1) {
      const record = log.records[seen];
      if (record === undefined) return;
      const place = placeOf(record);
      if (filter.matches(record)) keep({ place, message: readMessage(record), isCheckpoint: false });
      counted += 1;
      if (checkpointEvery === null || counted < checkpointEvery) continue;
      counted = 0;
      keep({ place, message: checkpointMessage(place), isCheckpoint: true });
    }
  });
  outbox.whenOver(() => {
    stopListening();
    news();
  });
  return {
    /** Number of the last that was taken. */
    taken: 0,
    /** The checkpoint that was sent last. */
    told: BEFORE_ALL,
    /** The oldest that is kept, as soon as there is one; null once the reader is gone. */
    async next(): Promise<Live | null> {
      while (!outbox.isOver) {
        const one = kept.shift();
        if (one !== undefined) return one;
        isComplete = true;
        await new Promise<void>((resolve) => {
          news = resolve;
        });
      }
      return null;
    },
  };
}
