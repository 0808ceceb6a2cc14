import type { Accepting } from '../commands/acceptEmail.ts';
import type { Ledger } from '../commands/ledger.ts';
import type { Settings } from '../config.ts';
import type { Ports } from '../ports/ports.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { MailRoute } from '../sender/mailRoute.ts';

/** What the components of the service are made of. */
export interface ComponentParts {
  readonly settings: Settings;
  readonly ports: Ports;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly route: MailRoute;
  /** The accept path, for campaign runs. */
  readonly accepting: Accepting;
  /** Since when no other process can be sending; null where others may. */
  readonly soleSenderSinceMs: () => number | null;
}
