import type { RouteReport } from './routes.ts';

/** What a process knows of the work in the background; absent: another process does, or nothing is to be known. */
export interface BackgroundReports {
  /** Whether it goes on. */
  readonly backgroundRuns?: () => boolean;
  /** How far it lags, in milliseconds; absent where it shares this process. */
  readonly backgroundLagMs?: () => number;
  /** The state of the route for mail, of this process or as the sending processes report it; null while unknown. */
  readonly route?: () => RouteReport | null;
  /** Whether it listens for bounces; null where it should not, or while that is unknown. */
  readonly intakeListens?: () => boolean | null;
}
