import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Pace, PaceLimits, PaceRule, PaceWindow } from '../../ports/pace.ts';
import { partsOfLane } from '../../projections/emailOutbox.ts';
import type { Admission, Permit } from '../../work/worker.ts';
import { type SendGrants, sendGrants } from '../pace/sendGrants.ts';
import { SUSPENDED, whyPaced } from '../pace/whyPaced.ts';
import type { MailRoute } from '../route/mailRoute.ts';

export interface AdmissionDependencies {
  readonly pace: Pace;
  /** How fast a workspace may send. */
  limitsOf(workspace: string): Promise<PaceLimits>;
  readonly route: Pick<MailRoute, 'room' | 'report'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** The grants of one run: of first tries, which count in the day, and of those that are tried again. */
export interface RunGrants {
  readonly first: SendGrants;
  readonly again: SendGrants;
}

/** Decides what may be sent now: by the route and by the workspace's pace. */
export interface EmailAdmission {
  admit(lane: string, wanted: number): Promise<Admission>;
  refund(lane: string, window: PaceWindow, unused: number): Promise<void>;
  /** For what one message of the lane sends; the permit is its first grant. */
  grantsFor(lane: string, permit: Permit): RunGrants;
}

/** While the route takes nothing, or not all, its state is checked this often. */
const LOOK_AGAIN_MS = 1_000;
/** A day that is used up is remembered for so long unless the limits change: then the pace is asked at once. */
const BELIEVED_MS = 30_000;
/** Far more than a process has workspaces whose day is used up; beyond it the oldest is asked for again. */
const MAX_BELIEVED = 10_000;

export function emailAdmission(parts: AdmissionDependencies): EmailAdmission {
  const { pace, limitsOf, route, clock } = parts;
  const usedUp = new LRUCache<string, { readonly perDay: number | null; readonly untilMs: number }>({
    max: MAX_BELIEVED,
  });
  const nothing = { granted: 0, retryAfterMs: LOOK_AGAIN_MS, window: { slot: 0, day: null } };

  const take = async (workspace: string, limits: PaceRule, wanted: number): Promise<Admission> => {
    if (limits.perSecond === 0) return { ...nothing, why: SUSPENDED };
    const known = usedUp.peek(workspace);
    const leftMs = (known?.untilMs ?? 0) - clock.monotonicMs();
    if (known?.perDay === limits.perDay && leftMs > 0)
      return whyPaced({ ...nothing, retryAfterMs: leftMs }, limits);
    const grant = await pace.take(workspace, limits, wanted);
    if (grant.granted === 0 && grant.retryAfterMs > BELIEVED_MS && limits.perDay !== null)
      usedUp.set(workspace, { perDay: limits.perDay, untilMs: clock.monotonicMs() + BELIEVED_MS });
    return whyPaced(grant, limits);
  };
  const refund = (workspace: string, window: PaceWindow, unused: number) => {
    usedUp.delete(workspace);
    return pace.refund(workspace, window, unused);
  };
  const whyClosed = () => {
    const { route: name, state, trouble } = route.report();
    const isTried = state === 'trying' ? 'is tried with a few messages first' : 'is closed';
    return `the route for mail (${name}) ${isTried}: ${trouble}`;
  };
  const own = { take, refund };
  const again = async (workspace: string) => ({ ...(await limitsOf(workspace)), perDay: null });

  return {
    async admit(lane, wanted) {
      const { workspace, kind } = partsOfLane(lane);
      if (kind === 'simulated') return take(workspace, await limitsOf(workspace), wanted);
      const going = Math.min(wanted, route.room());
      if (going === 0) return { ...nothing, why: whyClosed() };
      const limits = await (kind === 'again' ? again : limitsOf)(workspace);
      const grant = await take(workspace, limits, going);
      // For the caller a full grant means that there is nothing to wait for.
      if (grant.retryAfterMs > 0 || going === wanted) return grant;
      return { ...grant, retryAfterMs: LOOK_AGAIN_MS, why: whyClosed() };
    },
    refund: (lane, window, unused) => refund(partsOfLane(lane).workspace, window, unused),
    grantsFor(lane, permit) {
      const { workspace, kind } = partsOfLane(lane);
      return {
        first: sendGrants(own, workspace, limitsOf, kind === 'again' ? null : permit),
        again: sendGrants(own, workspace, again, kind === 'again' ? permit : null),
      };
    },
  };
}
