import type { Clock } from '../../ports/clock.ts';
import type { EventStoreConnection, Session } from './connection.ts';
import { isNotReady } from './fault.ts';

/** What is known of the leader by how calls end. */
export interface LeaderWatch {
  /** An attempt of a call failed, on the client of that session. */
  failed(call: string, error: unknown, session: Session): void;
  answered(call: string): void;
}

/** A node that starts is ready after about this time; one that does not lead any more never is. */
const NOT_READY_MS = 1_000;

/**
 * Turns to the leader when the node that takes the appends does not lead any more: it answers 'Server Is Not Ready' over a call that
 * stays open, while reads, each a call of its own, have moved on.
 */
export function leaderWatch(connection: EventStoreConnection, clock: Clock): LeaderWatch {
  let notReadySinceMs: number | null = null;
  let isRenewed = false;
  return {
    failed(call, error, { generation }) {
      if (call !== 'append' || !isNotReady(error)) return;
      const nowMs = clock.monotonicMs();
      notReadySinceMs ??= nowMs;
      if (isRenewed || nowMs - notReadySinceMs < NOT_READY_MS) return;
      isRenewed = true;
      connection.renew(generation, 'the node that takes appends is not ready');
    },
    answered(call) {
      if (call !== 'append') return;
      notReadySinceMs = null;
      isRenewed = false;
    },
  };
}
