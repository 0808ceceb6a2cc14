import type { Metrics } from '../../ports/metrics.ts';
import type { Pace, PaceRule } from '../../ports/pace.ts';
import type { Admission } from '../../work/worker.ts';

/** A suspended workspace, or a way out that is closed, is looked at again after this. */
export const LOOK_AGAIN_MS = 1_000;
/** Where not all is granted: a pace of a second returns within one, so a longer wait is that of the day. */
const LONGEST_OF_A_SECOND_MS = 1_000;

export const NOTHING = { granted: 0, retryAfterMs: LOOK_AGAIN_MS, window: { slot: 0, day: null } };
export const SUSPENDED = { ...NOTHING, why: 'the workspace is suspended' };

/** What the pace grants of some sends of a workspace, with the words for what it leaves out; none while it is suspended. */
export async function pacedSends(
  { pace, metrics }: { readonly pace: Pick<Pace, 'take'>; readonly metrics: Pick<Metrics, 'count'> },
  workspace: string,
  rule: PaceRule,
  wanted: number,
): Promise<Admission> {
  const { perSecond, perDay } = rule;
  if (perSecond === 0) return SUSPENDED;
  const grant = await pace.take(workspace, rule, wanted);
  if (grant.granted < wanted) metrics.count('postledger_pace_waits_total');
  if (grant.retryAfterMs === 0) return grant;
  const isDay = perDay !== null && grant.retryAfterMs > LONGEST_OF_A_SECOND_MS;
  const why = isDay
    ? `the workspace has sent the ${perDay} messages that it may send in a day (UTC)`
    : `the workspace may send ${perSecond} messages a second, and has`;
  return { ...grant, why };
}
