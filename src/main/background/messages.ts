import type { Position } from '../../events/event.ts';
import type { MetricsSnapshot } from '../../ports/metrics.ts';
import type { RouteReport } from '../../ports/routes.ts';

/** What the process that answers requests tells the one in the background. */
export type ToBackground =
  /** The log has grown to here: those who wait for events look at once. A hint. */
  | { readonly kind: 'grown'; readonly position: Position }
  | { readonly kind: 'measure'; readonly number: number }
  | { readonly kind: 'stop' };

/** What the process in the background tells the one that answers requests. */
export type FromBackground =
  | { readonly kind: 'grown'; readonly position: Position }
  /** It has opened the ledger and begins its roles. */
  | { readonly kind: 'running' }
  /** How old the oldest event was that any of its consumers met in the last second; told once a second. */
  | { readonly kind: 'lag'; readonly lagMs: number }
  /** The way out for mail, at the start and whenever it changes. */
  | { readonly kind: 'route'; readonly report: RouteReport }
  | { readonly kind: 'measured'; readonly number: number; readonly metrics: MetricsSnapshot };
