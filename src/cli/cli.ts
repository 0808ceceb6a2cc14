import type { Command } from 'commander';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { DnsRecords } from '../ports/dnsRecords.ts';
import type { Ports } from '../ports/ports.ts';
import type { Poster } from '../ports/poster.ts';
import type { SigningKeys } from '../ports/signingKeys.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { CommandResult } from './answer.ts';

/** What an operator did wrong, or what prevents the command, in one sentence. Printed without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** What the commands work with; opened for each call, with or without a service that runs on the same ledger. */
export interface CliDependencies
  extends Pick<Ports, 'documents' | 'blobs' | 'secrets' | 'tokens' | 'hints' | 'leases' | 'close'> {
  readonly settings: Settings;
  readonly dns: DnsRecords;
  readonly signingKeys: SigningKeys;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  /** Into how many partitions the work is divided. */
  readonly partitions: number;
  /** Folds into the read models what they lack of the log: without a service nothing else does. */
  catchUp(): Promise<void>;
  /** What posts webhooks, under the guard of the service; its caller closes it. */
  openPoster(): Poster;
}

/** What the process around the CLI gives it; a test gives its own. */
export interface CliHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether a person watches: then spinners and progress bars are shown on stderr. */
  readonly isWatched: boolean;
  open(settings: Settings): Promise<CliDependencies>;
}

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: true;
  readonly workspace: string;
}

export interface CommandCall {
  readonly options: CommonOptions & Readonly<Record<string, string | boolean | undefined>>;
  readonly args: readonly string[];
  readonly host: CliHost;
  readonly settings: Settings;
}

export interface LedgerCall extends CommandCall, CliDependencies {
  readonly settings: Settings;
}

/** How a command file adds its actions. */
export interface Cli {
  /** An action that needs no ledger. */
  action(command: Command, action: (call: CommandCall) => Promise<CommandResult | null>): void;
  /** An action on the open ledger, whose read models have caught up before it runs. */
  ledgerAction(
    command: Command,
    action: (call: LedgerCall) => Promise<CommandResult>,
    options?: { readonly catchUp: boolean },
  ): void;
}

/** One file a command: adds itself to the program. */
export type AddCommand = (program: Command, cli: Cli) => void;
