import type { RouteName, RouteTrouble } from './mailer.ts';

/** The way out for mail as operators see it. Nothing of a customer, and nothing of an account, stands in it. */
export interface RouteReport {
  readonly route: RouteName;
  /** `trying`: it answers again, and a few messages go first to see whether it takes them. */
  readonly state: 'open' | 'closed' | 'trying';
  /** What closed it; null while it is open. */
  readonly trouble: RouteTrouble | null;
  /** Since when it has been open, or not; ISO 8601. */
  readonly since: string;
}
