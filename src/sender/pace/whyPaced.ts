import type { PaceGrant, PaceRule } from '../../ports/pace.ts';
import type { Admission } from '../../work/worker.ts';

export const SUSPENDED = 'the workspace is suspended';

/** Where not all is granted: a pace of a second returns within one, so a longer wait is that of the day. */
const LONGEST_OF_A_SECOND_MS = 1_000;

/** The grant, with the words for what it leaves out. */
export function whyPaced(grant: PaceGrant, { perSecond, perDay }: PaceRule): Admission {
  if (grant.retryAfterMs === 0) return grant;
  const isDay = perDay !== null && grant.retryAfterMs > LONGEST_OF_A_SECOND_MS;
  const why = isDay
    ? `the workspace has sent the ${perDay} messages that it may send in a day (UTC)`
    : `the workspace may send ${perSecond} messages a second, and has`;
  return { ...grant, why };
}
