import type { Clock } from '../ports/clock.ts';
import type { Backoff } from '../queues/backoff.ts';
import type { LoopWait } from './waits.ts';
import type { PutOff } from './worker.ts';
import type { WorkLanes } from './workLanes.ts';

interface Loop {
  readonly lanes: Pick<WorkLanes, 'closed'>;
  readonly waiting: Pick<Backoff<PutOff>, 'waiting'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly heldBack?: (() => Iterable<LoopWait>) | undefined;
}

/** What a loop says of its closed lanes, then of the items that are put off, then of what its worker holds back. */
export function* waitsOf({ lanes, waiting, clock, heldBack }: Loop): Generator<LoopWait, void, void> {
  const dateIn = (ms: number) => Math.round(clock.nowMs() + ms);
  for (const { atMs, ...lane } of lanes.closed())
    yield { ...lane, untilMs: dateIn(atMs - clock.monotonicMs()) };
  for (const { key, owner: lane, inMs, item } of waiting.waiting())
    yield { lane, key, why: item.why, untilMs: dateIn(inMs) };
  if (heldBack) yield* heldBack();
}
