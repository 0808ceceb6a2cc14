import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import type { CommandResult } from './answer.ts';
import type { CliContext } from './context.ts';

/** What the process around the CLI gives it; a test gives its own. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether somebody watches: then spinners and progress bars are shown on stderr. */
  readonly watched: boolean;
  open(settings: Settings): Promise<CliContext>;
}

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: true;
  readonly workspace: string;
}

export interface Call {
  readonly options: CommonOptions & Readonly<Record<string, string | boolean | undefined>>;
  readonly args: readonly string[];
  readonly surroundings: Surroundings;
  readonly settings: Settings;
}

export interface LedgerCall extends Call {
  readonly context: CliContext;
}

/** How a command file hangs its actions in. */
export interface Cli {
  /** An action that needs no ledger. */
  does(command: Command, action: (call: Call) => Promise<CommandResult | null>): void;
  /** An action on the open ledger, whose read models have caught up before it runs. */
  doesOnLedger(
    command: Command,
    action: (call: LedgerCall) => Promise<CommandResult>,
    options?: { readonly catchUp: boolean },
  ): void;
}

/** One file a command: adds itself to the program. */
export type AddCommand = (program: Command, cli: Cli) => void;
