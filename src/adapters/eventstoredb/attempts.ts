import type { Clock } from '../../ports/clock.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { EventStoreConnection, Session } from './connection.ts';
import { faultKind, NoAnswer } from './fault.ts';

export interface CallDependencies {
  readonly connection: EventStoreConnection;
  readonly clock: Clock;
  readonly deadlines: {
    /** For a call with all its attempts. */
    readonly callMs: number;
    /** For the first attempt: after that the answer counts as lost. Each later attempt may take twice as long. */
    readonly attemptMs: number;
  };
  readonly metrics: Metrics | undefined;
}

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;

/** Some randomness, so that thousands of calls that failed together are not repeated together. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

/**
 * Repeats a call until it is answered, finally refused, or out of time. Only for calls that may be repeated.
 * @throws EventStoreUnavailable when the time is up
 */
export async function untilAnswered<Answer>(
  dependencies: CallDependencies,
  call: string,
  attempt: (session: Session, timeoutMs: number) => Promise<Answer>,
  startedAtMs = dependencies.clock.monotonicMs(),
): Promise<Answer> {
  const { connection, clock, deadlines, metrics } = dependencies;
  const endMs = startedAtMs + deadlines.callMs;
  let waitMs = FIRST_WAIT_MS;
  // A server that is only slow must not get the same work faster and faster.
  let attemptMs = deadlines.attemptMs;
  for (;;) {
    if (connection.closed) throw new EventStoreUnavailable('it was closed');
    const session = connection.current();
    const leftMs = Math.max(1, endMs - clock.monotonicMs());
    try {
      return await attempt(session, Math.min(attemptMs, leftMs));
    } catch (error) {
      const kind = faultKind(error);
      const reason = error instanceof Error ? error.message : String(error);
      if (kind === 'denied') throw new EventStoreUnavailable('access is denied', { cause: error });
      if (kind === 'missing' || kind === 'deleted' || kind === 'final') throw error;
      if (error instanceof NoAnswer) attemptMs *= 2;
      if (kind === 'fresh-connection') connection.renew(session.generation, reason);
      metrics?.count('postledger_eventstore_retries_total', { call });
      const pauseMs = jittered(waitMs);
      if (clock.monotonicMs() + pauseMs >= endMs) throw new EventStoreUnavailable(reason, { cause: error });
      await clock.sleep(pauseMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}
