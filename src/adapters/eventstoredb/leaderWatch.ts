import type { Clock } from '../../ports/clock.ts';
import type { EventStoreConnection, Session } from './connection.ts';
import { isNotDiscovered, isNotReady } from './fault.ts';
import type { ClusterView } from './gossip.ts';

/** What is known of the leader by how calls end. */
export interface LeaderWatch {
  /** Why a new call is refused at once, as no node leads; null when it is to be tried. Meanwhile the nodes are asked once a second. */
  refusal(call: string): string | null;
  /** An attempt of a call failed, on the client of that session. */
  failed(call: string, error: unknown, session: Session): void;
  answered(call: string): void;
}

/** A node that starts is ready after about this time; one that does not lead any more never is. */
const NOT_READY_MS = 1_000;
/** After so long appends count as those of a cluster without a leader; half-open means the last second of it. */
const NO_LEADER_MS = 5_000;
const MAX_DISCOVERIES = 2;
/** Many calls fail by one discovery, which takes a second. */
const DISCOVERY_MS = 500;
const ASK_EVERY_MS = 1_000;
/** What no call has met for so long says nothing about the next one. */
const FORGET_MS = 5_000;

/**
 * Turns to the leader when the node that takes the appends does not lead any more: it answers 'Server Is Not Ready' over a call that
 * stays open, while reads, each a call of its own, have moved on. Where no node leads, new calls are refused instead of held.
 */
export function leaderWatch(
  connection: EventStoreConnection,
  clock: Clock,
  view: () => Promise<Pick<ClusterView, 'leader'>>,
): LeaderWatch {
  let notReadySinceMs: number | null = null;
  let isRenewed = false;
  let discoveries = 0;
  let discoveryFailedAtMs = Number.NEGATIVE_INFINITY;
  let metAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let leader: string | null = null;

  const forgetOld = (nowMs: number) => {
    if (nowMs - metAtMs >= FORGET_MS) {
      notReadySinceMs = null;
      discoveries = 0;
    }
    metAtMs = nowMs;
  };
  const ask = async () => {
    const { leader: found } = await view();
    if (found === null) return;
    discoveries = 0;
    // Half open: appends are tried again, and refused after one more second that they find it not ready.
    if (notReadySinceMs !== null) notReadySinceMs = clock.monotonicMs() - NO_LEADER_MS + NOT_READY_MS;
    if (found === leader) return;
    leader = found;
    connection.renew(connection.current().generation, `${found} leads`);
  };
  return {
    refusal(call) {
      const nowMs = clock.monotonicMs();
      if (nowMs - metAtMs >= FORGET_MS) return null;
      const isNotTaken =
        call === 'append' && notReadySinceMs !== null && nowMs - notReadySinceMs >= NO_LEADER_MS;
      if (discoveries < MAX_DISCOVERIES && !isNotTaken) return null;
      metAtMs = nowMs;
      if (nowMs - askedAtMs >= ASK_EVERY_MS) {
        askedAtMs = nowMs;
        ask().catch(() => {});
      }
      return 'no node leads';
    },
    failed(call, error, { generation }) {
      const nowMs = clock.monotonicMs();
      if (isNotDiscovered(error)) {
        forgetOld(nowMs);
        if (nowMs - discoveryFailedAtMs >= DISCOVERY_MS) discoveries += 1;
        discoveryFailedAtMs = nowMs;
      }
      if (call !== 'append' || !isNotReady(error)) return;
      forgetOld(nowMs);
      notReadySinceMs ??= nowMs;
      if (isRenewed || nowMs - notReadySinceMs < NOT_READY_MS) return;
      isRenewed = true;
      connection.renew(generation, 'the node that takes appends is not ready');
    },
    answered(call) {
      discoveries = 0;
      if (call !== 'append') return;
      notReadySinceMs = null;
      isRenewed = false;
    },
  };
}
