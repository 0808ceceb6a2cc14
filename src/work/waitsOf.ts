import type { Clock } from '../ports/clock.ts';
import type { Backoff } from '../queues/backoff.ts';
import type { Wait } from './waits.ts';
import type { PutOff } from './worker.ts';
import type { WorkLanes } from './workLanes.ts';

/** What a loop says of its closed lanes, and of the items that are put off. */
export function waitsOf(
  worker: string,
  lanes: Pick<WorkLanes, 'closed'>,
  waiting: Pick<Backoff<PutOff>, 'waiting'>,
  { nowMs, monotonicMs }: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): readonly Wait[] {
  const dateIn = (ms: number) => Math.round(nowMs() + ms);
  return [
    ...lanes
      .closed()
      .map(({ atMs, ...lane }) => ({ worker, ...lane, untilMs: dateIn(atMs - monotonicMs()) })),
    ...[...waiting.waiting()].map(({ key, owner: lane, inMs, item: { why } }) => ({
      ...{ worker, lane, key, why },
      untilMs: dateIn(inMs),
    })),
  ];
}
