import type { Ledger, Origin } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { DnsRecords } from '../ports/dnsRecords.ts';
import type { Ports } from '../ports/ports.ts';
import type { Poster } from '../ports/poster.ts';
import type { SigningKeys } from '../ports/signingKeys.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';

/** What the commands of the CLI work with; opened for each call, beside a running service or without one. */
export interface CliContext
  extends Pick<Ports, 'documents' | 'blobs' | 'secrets' | 'tokens' | 'hints' | 'leases' | 'close'> {
  readonly settings: Settings;
  readonly dns: DnsRecords;
  readonly signingKeys: SigningKeys;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  /** Shares that the work is divided into. */
  readonly partitions: number;
  /** Folds into the read models whatever the log holds and they lack: without a service nobody else does. */
  catchUp(): Promise<void>;
  /** What posts webhooks, under the guard of the service; whoever opens it closes it. */
  openPoster(): Poster;
}

/** An operator at the command line, acting on a workspace. */
export function operatorOrigin({ ledger }: Pick<CliContext, 'ledger'>, workspace: string): Origin {
  return { workspace, actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
}
