import { CommanderError } from 'commander';
import type { Refusal } from '../commands/kernel/refusal.ts';
import { CliError, type ErrorCode } from './cli.ts';

/** The code that `--json` gives an error, and by which the exit code goes. */
export function errorCode(error: unknown): ErrorCode {
  if (error instanceof CliError) return error.code;
  if (error instanceof CommanderError) return 'usage';
  if (isRefusal(error)) return error.kind === 'invalid' ? 'usage' : 'not_found';
  const name = error instanceof Error ? error.name : '';
  if (name.endsWith('Unavailable') || isDiskFault(error)) return 'unavailable';
  return name.endsWith('Invalid') ? 'usage' : 'failed';
}

/** As SQLite says that a disk is full, fails, or may not be written. */
const DISK_FAULTS =
  /^(attempt to write a readonly database|disk I\/O error|database or disk is full|unable to open database)/;
const isDiskFault = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_SQLITE_ERROR' &&
  DISK_FAULTS.test(error.message);

/** Known by its name: its file is loaded by the commands that need it. */
const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === 'Refusal';

/** What an error says at the command line; of a fault of the code with its place. */
export function sentence(error: unknown): string {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help') return 'say which command; --help lists them.';
    return error.message.replace(/^error: /, '');
  }
  if (isRefusal(error) || error instanceof CliError) return error.message;
  // The ports' own errors say what is unavailable; the rest is a fault of the code, so its place is printed.
  if (error instanceof Error && /(Unavailable|Missing|Conflict|Refused|Ahead|Invalid)$/.test(error.name))
    return error.message;
  if (isDiskFault(error))
    return `the data folder cannot be used: ${error.message}; see whether its disk has room and may be written.`;
  // What the system refused (a port in use, a full disk) is not a fault of the code either.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
