import type { LogGrown } from '../../ports/logGrowth.ts';
import type { MetricsSnapshot } from '../../ports/metrics.ts';
import type { RouteReport } from '../../ports/routes.ts';

/** A hint of the other process, where no Redis brings it. */
interface HintMessage {
  readonly kind: 'hint';
  readonly channel: string;
  readonly message: string;
}

/** What the other process has written to the embedded log of both. */
interface GrownMessage {
  readonly kind: 'grown';
  readonly grown: LogGrown;
}

/** Messages from the process that answers requests to the background process. */
export type ToBackground =
  | HintMessage
  | GrownMessage
  | { readonly kind: 'measure'; readonly number: number }
  | { readonly kind: 'stop' };

/** What a process knows of its work in the background. */
export type Report =
  /** The report of the mail route, at the start and whenever it changes. */
  | { readonly kind: 'route'; readonly report: RouteReport }
  /** Whether it listens for bounces, where it should; whenever that changes. */
  | { readonly kind: 'intake'; readonly listens: boolean };

/** Messages from the background process to the process that answers requests. */
export type FromBackground =
  | HintMessage
  | GrownMessage
  | Report
  /** It has opened the ledger and begins its roles. */
  | { readonly kind: 'running' }
  /** Once a second: the age of the oldest event that any of its consumers handled in the last second. */
  | { readonly kind: 'lag'; readonly lagMs: number }
  /** Whether its appends work, as often as it can tell. */
  | { readonly kind: 'appends'; readonly work: boolean }
  | { readonly kind: 'measured'; readonly number: number; readonly metrics: MetricsSnapshot };
