import type { RouteName, RouteTrouble } from './mailer.ts';

/** The state of the outgoing mail route, for operators. It contains no data of customers or accounts. */
export interface RouteReport {
  readonly route: RouteName;
  /** `trying`: it answers again, and a few messages are sent first to test it. */
  readonly state: 'open' | 'closed' | 'trying';
  /** Why it is closed; null while it is open. */
  readonly trouble: RouteTrouble | null;
  /** When the state began; ISO 8601. */
  readonly since: string;
}
