import type { Ledger, Origin } from '../commands/ledger.ts';
import type { Settings } from '../config.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Documents } from '../ports/documents.ts';
import type { Leases } from '../ports/lease.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Signals } from '../ports/signals.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';

/** What the commands of the CLI work with; opened for each call, beside a running service or without one. */
export interface CliContext {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly documents: Documents;
  readonly projections: Projections;
  readonly models: ReadModels;
  /** Shares that the work is divided into. */
  readonly partitions: number;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly signals: Signals;
  readonly leases: Leases;
  /** Folds into the read models whatever the log holds and they lack: without a service nobody else does. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** An operator at the command line, acting on a workspace. */
export function operatorOrigin({ ledger }: Pick<CliContext, 'ledger'>, workspace: string): Origin {
  return { workspace, actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
}
