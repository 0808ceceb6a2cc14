import type { LogGrown } from '../../ports/logGrowth.ts';
import type { MetricsSnapshot } from '../../ports/metrics.ts';
import type { RouteReport } from '../../ports/routes.ts';

/** What the other process has written to the embedded log of both. */
interface GrownMessage {
  readonly kind: 'grown';
  readonly grown: LogGrown;
}

/** Messages from the process that answers requests to the background process. */
export type ToBackground =
  /** A hint, where no Redis brings it. */
  | { readonly kind: 'hint'; readonly channel: string; readonly message: string }
  | GrownMessage
  | { readonly kind: 'measure' }
  | { readonly kind: 'stop' };

/** What a process knows of its work in the background. */
export interface BackgroundState {
  /** Whether it has opened the ledger and begun its roles. */
  readonly runs: boolean;
  /** The age of the oldest event that any of its consumers handled in the last seconds, in milliseconds; 0 while unknown. */
  readonly lagMs: number;
  /** Whether its appends work, as often as it can tell; true while unknown. */
  readonly appendsWork: boolean;
  /** Its mail route; null while unknown. */
  readonly route: RouteReport | null;
  /** Whether it listens for bounces; null where it should not, or while unknown. */
  readonly intakeListens: boolean | null;
}

/** Messages from the background process to the process that answers requests. */
export type FromBackground =
  | GrownMessage
  /** What has changed of its state; the lag and the appends also where nothing has. */
  | { readonly kind: 'state'; readonly state: Partial<BackgroundState> }
  | { readonly kind: 'measured'; readonly metrics: MetricsSnapshot };
