import type { Command } from 'commander';
import type { ServiceNote } from '../adapters/node/serviceNotes.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { AnyProjection } from '../follow/fold/projection.ts';
import type { HostRecords } from '../ports/dnsRecords.ts';
import type { MailShower } from '../ports/mailShower.ts';
import type { MailsAgain } from '../ports/mailsAgain.ts';
import type { Ports } from '../ports/ports.ts';
import type { Poster } from '../ports/poster.ts';
import type { SigningKeys } from '../ports/signingKeys.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { CommandResult } from './answer.ts';
import type { FoundService } from './foundService.ts';

/** How commands end when they do not succeed; `findings`: the command did its work and found something wrong. */
export const EXIT_CODES = { failed: 1, usage: 2, not_found: 3, unavailable: 4, findings: 5 } as const;

/** What `--json` gives as the code of an error. */
export type ErrorCode = Exclude<keyof typeof EXIT_CODES, 'findings'>;

/** What an operator did wrong, or what prevents the command, in one sentence. Printed without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: ErrorCode;
  constructor(message: string, code: ErrorCode = 'failed') {
    super(message);
    this.code = code;
  }
}

/** Runs something long, and shows that it moves: it calls its argument with the number of events that it has handled more. */
export type Progress = <Result>(
  action: (onEvents: (events: number) => void) => Promise<Result>,
) => Promise<Result>;

/** What the commands work with; opened for each call, with or without a service that runs on the same ledger. */
export interface CliDependencies
  extends Pick<
    Ports,
    | 'documents'
    | 'blobs'
    | 'contents'
    | 'isForAuditing'
    | 'secrets'
    | 'tokens'
    | 'leases'
    | 'reports'
    | 'setAside'
    | 'close'
  > {
  readonly settings: Settings;
  readonly dns: HostRecords;
  readonly signingKeys: SigningKeys;
  readonly ledger: Ledger;
  readonly projections: Projections;
  /** Into how many partitions the work is divided. */
  readonly partitions: number;
  /** Folds into these read models what they lack of the log (catchUp.ts). */
  catchUp(projections: readonly AnyProjection[], progress: Progress): Promise<void>;
  /** Reads mails by SMTP; its caller closes it. */
  openMailShower(): Promise<Pick<MailShower, 'show' | 'close'>>;
  /** Renders subjects of messages; its caller closes it. */
  openSubjects(): Promise<{
    readonly subjects: Pick<MailsAgain, 'subject'>;
    readonly close: () => Promise<void>;
  }>;
  /** What posts webhooks, under the guard of the service; its caller closes it. */
  openPoster(): Promise<Poster>;
}

/** What the process around the CLI gives it; a test gives its own. */
export interface CliHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether a person watches a terminal of known width: then spinners and progress bars are shown on stderr. */
  readonly isWatched: boolean;
  /** Whether standard output is a terminal: only there a new key of the service is shown. */
  readonly isTerminal?: boolean;
  /** What is done from now on when the process is asked to end; absent where the process is not the command's own. */
  onInterrupt?(listener: () => void): void;
  /** Where the settings of an installed service are; absent: nowhere. */
  readonly envFile?: string;
  /** Called by a service: it goes on when its output has no reader, or no room. */
  onService?(): void;
  open(settings: Settings): Promise<CliDependencies>;
}

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: true;
  readonly workspace: string;
  readonly data?: string;
  readonly as?: string;
}

export interface CommandCall {
  readonly options: CommonOptions & Readonly<Record<string, string | boolean | undefined>>;
  readonly args: readonly string[];
  /** Its environment is that of the settings. */
  readonly host: CliHost;
  readonly settings: Settings;
  /** The service that runs on the data folder, as it says itself; null where none does on this machine. */
  readonly service: ServiceNote | null;
  readonly source: FoundService['source'];
}

export interface LedgerCall extends CommandCall, CliDependencies {
  readonly settings: Settings;
  /**
   * A read model with all that was in the log when this was called: it and no other is folded, since without a service
   * nothing else does.
   */
  readModel<Name extends keyof ReadModels>(name: Name): Promise<ReadModels[Name]>;
  /**
   * A read model with what this command has appended. Where that cannot be folded, stderr says that it is done all the
   * same, and the result is null: a person who reads that the command failed would run it again.
   */
  folded<Name extends keyof ReadModels>(name: Name): Promise<ReadModels[Name] | null>;
}

/** How a command file adds its actions. */
export interface Cli {
  /** An action that needs no ledger. `interrupted`: what is true when it is broken off, where it writes something. */
  action(
    command: Command,
    action: (call: CommandCall) => Promise<CommandResult | null>,
    interrupted?: string,
  ): void;
  /** An action that is itself a service, with the settings of its own environment alone. */
  serviceAction(command: Command, action: (call: CommandCall) => Promise<CommandResult | null>): void;
  /** An action on the open ledger. Without `interrupted` it is said what was appended. */
  ledgerAction(
    command: Command,
    action: (call: LedgerCall) => Promise<CommandResult | null>,
    interrupted?: string,
  ): void;
}

/** One file for each first word: adds to its command what follows the word. */
export type AddCommand = (command: Command, cli: Cli) => void;
