import type { Clock } from '../../ports/clock.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Outage } from '../node/outage.ts';
import type { EventStoreConnection, Session } from './connection.ts';
import { faultKind, NoAnswer, reasonOf } from './fault.ts';
import type { LeaderWatch } from './leaderWatch.ts';

export interface CallDependencies {
  readonly connection: EventStoreConnection;
  readonly leader: LeaderWatch;
  /** Of appends and of everything else: one may work while the other does not. */
  readonly outages: { readonly append: Outage; readonly read: Outage };
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
const SHORTEST_ATTEMPT_MS = 1_000;

/** Some randomness, so that thousands of calls that failed together are not repeated together. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** An attempt that would end sooner is not made: the answer would come too late, and the server have the work for all that. */
export function shortestAttemptMs({ attemptMs }: CallDependencies['deadlines']): number {
  return Math.min(attemptMs, SHORTEST_ATTEMPT_MS);
}

const outageOf = ({ outages }: Pick<CallDependencies, 'outages'>, call: string) =>
  outages[call === 'append' ? 'append' : 'read'];

/** @throws EventStoreUnavailable when no node leads */
export function refuseWithoutLeader(
  dependencies: Pick<CallDependencies, 'leader' | 'outages'>,
  call: string,
): void {
  const refusal = dependencies.leader.refusal(call);
  if (refusal === null) return;
  outageOf(dependencies, call).failed({ message: refusal });
  throw new EventStoreUnavailable(refusal);
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
  const { connection, leader, clock, deadlines, metrics } = dependencies;
  refuseWithoutLeader(dependencies, call);
  const outage = outageOf(dependencies, call);
  const endMs = startedAtMs + deadlines.callMs;
  let waitMs = FIRST_WAIT_MS;
  // A server that is only slow must not get the same work faster and faster.
  let attemptMs = deadlines.attemptMs;
  for (;;) {
    if (connection.closed) throw new EventStoreUnavailable('it was closed');
    const session = connection.current();
    const leftMs = endMs - clock.monotonicMs();
    try {
      const answer = await attempt(session, Math.min(attemptMs, leftMs));
      leader.answered(call);
      outage.succeeded();
      return answer;
    } catch (error) {
      const kind = faultKind(error);
      leader.failed(call, error, session);
      if (kind === 'deleted' || kind === 'final') {
        outage.succeeded();
        throw error;
      }
      const reason = error instanceof NoAnswer ? `${call}: ${error.message}` : reasonOf(error);
      outage.failed({ message: reason });
      if (kind === 'denied') throw new EventStoreUnavailable(reason, { cause: error });
      if (error instanceof NoAnswer) attemptMs *= 2;
      // What was cut short by the end of the call, or heard answers to other calls, says nothing about the connection.
      const isSilent = error instanceof NoAnswer && error.silentMs >= deadlines.attemptMs;
      if (kind === 'fresh-connection' || isSilent) connection.renew(session.generation, reason);
      metrics?.count('postledger_eventstore_retries_total', { call });
      const pauseMs = jittered(waitMs);
      if (clock.monotonicMs() + pauseMs + shortestAttemptMs(deadlines) > endMs)
        throw new EventStoreUnavailable(reason, { cause: error });
      await clock.sleep(pauseMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}
