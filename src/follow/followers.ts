import type { Position, RecordedEvent } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Tail } from './tail.ts';

/** Something in this process that gets the log's events of some types, in order, as they are appended. */
export interface Follower {
  readonly types: readonly string[];
  take(event: RecordedEvent): void;
  /** The projection whose stored documents have the events that were taken; absent: nothing is ever forgotten. */
  readonly backedBy?: {
    /** Name of the projection's checkpoints. */
    readonly consumer: string;
    forget(upTo: Position): void;
    size(): number;
  };
}

export interface Followers {
  /** Resolves once everything up to `position` has been taken, or the signal has aborted. */
  passed(position: Position): Promise<void>;
  /** Events held in memory because their projections lag. */
  size(): number;
}

export interface FollowersDependencies {
  readonly tail: Pick<Tail, 'next'>;
  readonly lowestCheckpoint: (consumer: string) => Promise<Position>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** How often the events are forgotten that the projections have by now. */
const FORGET_EVERY_MS = 1_000;
const RETRY_MS = 1_000;

/** Gives followers the log after `after`, until the signal aborts. */
export function startFollowers(
  { tail, lowestCheckpoint, clock, log }: FollowersDependencies,
  followers: readonly Follower[],
  after: Position,
  signal: AbortSignal,
): Followers {
  const types = [...new Set(followers.flatMap((follower) => follower.types))];
  let position = after;
  let waiting: { readonly position: Position; readonly resolve: () => void }[] = [];
  const size = () => followers.reduce((sum, { backedBy }) => sum + (backedBy?.size() ?? 0), 0);
  const resolvePassed = () => {
    waiting = waiting.filter((waiter) => {
      if (waiter.position > position && !signal.aborted) return true;
      waiter.resolve();
      return false;
    });
  };

  const follow = async () => {
    for (;;) {
      const batch = await tail.next(position, types, signal);
      if (batch === null) return;
      for (const event of batch.events)
        for (const follower of followers) if (follower.types.includes(event.type)) follower.take(event);
      position = batch.position;
      resolvePassed();
      void forget();
    }
  };
  const followOn = async () => {
    while (!signal.aborted) {
      await follow().catch((fault) =>
        log.error({ err: fault }, 'the log could not be followed, trying again'),
      );
      await clock.sleep(RETRY_MS, signal);
    }
    resolvePassed();
  };
  let forgetting = false;
  /** Until nothing is held. */
  const forget = async () => {
    if (forgetting) return;
    forgetting = true;
    while (size() > 0 && !signal.aborted) {
      await clock.sleep(FORGET_EVERY_MS, signal);
      for (const { backedBy } of followers) {
        if (backedBy === undefined || backedBy.size() === 0) continue;
        await lowestCheckpoint(backedBy.consumer).then(backedBy.forget, () => {
          // The documents are not available for the moment: nothing is forgotten.
        });
      }
    }
    forgetting = false;
  };
  void followOn();

  return {
    passed: (wanted) =>
      new Promise((resolve) => {
        waiting.push({ position: wanted, resolve });
        resolvePassed();
      }),
    size,
  };
}
