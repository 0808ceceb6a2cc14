import type { Metrics } from '../../ports/metrics.ts';
import type { Pace, PaceLimits, PaceRule } from '../../ports/pace.ts';
import { partsOfLane } from '../../projections/emailOutbox.ts';
import type { Admission, Permit, Worker } from '../../work/worker.ts';
import { LOOK_AGAIN_MS, NOTHING, pacedSends } from '../pace/pacedSends.ts';
import { type SendGrants, sendGrants } from '../pace/sendGrants.ts';
import type { MailRoute } from '../route/mailRoute.ts';

export interface AdmissionDependencies {
  readonly pace: Pace;
  /** How fast a workspace may send. */
  limitsOf(workspace: string): Promise<PaceLimits>;
  readonly route: Pick<MailRoute, 'room' | 'report'>;
  readonly metrics: Pick<Metrics, 'count'>;
}

/** The grants of one run: of first tries, which count in the day, and of those that are tried again. */
export interface RunGrants {
  readonly first: SendGrants;
  readonly again: SendGrants;
}

/** Decides what may be sent now: by the route and by the workspace's pace. */
export interface EmailAdmission extends Required<Pick<Worker, 'admit' | 'refund'>> {
  /** For what one message of the lane sends; the permit is its first grant. */
  grantsFor(lane: string, permit: Permit): RunGrants;
}

export function emailAdmission(parts: AdmissionDependencies): EmailAdmission {
  const { pace, limitsOf, route } = parts;
  const whyClosed = () => {
    const { route: name, state, trouble } = route.report();
    const isTried = state === 'trying' ? 'is tried with a few messages first' : 'is closed';
    return `the route for mail (${name}) ${isTried}: ${trouble}`;
  };
  const take = (workspace: string, rule: PaceRule, wanted: number): Promise<Admission> =>
    pacedSends(parts, workspace, rule, wanted);
  const own = { take, refund: pace.refund };
  const again = async (workspace: string) => ({ ...(await limitsOf(workspace)), perDay: null });

  return {
    async admit(lane, wanted) {
      const { workspace, kind } = partsOfLane(lane);
      if (kind === 'simulated') return take(workspace, await limitsOf(workspace), wanted);
      const going = Math.min(wanted, route.room());
      if (going === 0) return { ...NOTHING, why: whyClosed() };
      const limits = await (kind === 'again' ? again : limitsOf)(workspace);
      const grant = await take(workspace, limits, going);
      // For the caller a full grant means that there is nothing to wait for.
      if (grant.retryAfterMs > 0 || going === wanted) return grant;
      return { ...grant, retryAfterMs: LOOK_AGAIN_MS, why: whyClosed() };
    },
    refund: (lane, window, unused) => pace.refund(partsOfLane(lane).workspace, window, unused),
    grantsFor(lane, permit) {
      const { workspace, kind } = partsOfLane(lane);
      return {
        first: sendGrants(own, workspace, limitsOf, kind === 'again' ? null : permit),
        again: sendGrants(own, workspace, again, kind === 'again' ? permit : null),
      };
    },
  };
}
