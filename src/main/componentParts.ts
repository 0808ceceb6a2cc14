import type { Accepting } from '../commands/email/acceptEmail.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { Notify } from '../runtime/follow/notify.ts';
import type { MailRoute } from '../sender/route/mailRoute.ts';
import type { RouteNews } from '../sender/route/routeNews.ts';

/** What the components of the service are made of. */
export interface ComponentParts {
  readonly settings: Settings;
  readonly ports: Ports;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly route: MailRoute;
  /** What processes that send say of it to those that don't. */
  readonly routeNews: Collection<RouteNews>;
  /** Told when the report of the route changes. */
  readonly routeChanges: Notify;
  /** The accept path, for campaign runs. */
  readonly accepting: Accepting;
  /** Since when no other process can be sending; null where others may. */
  readonly soleSenderSinceMs: () => number | null;
}
