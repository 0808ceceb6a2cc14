import { instant } from '../ports/clock.ts';
import { momentMs } from './argumentParsers.ts';
import { CliError, type LedgerCall } from './cli.ts';

/** `--since` and `--until` of a command, as times in ISO 8601. @throws CliError when they are in the wrong order */
export function timeRange({ options, ledger: { clock } }: Pick<LedgerCall, 'options' | 'ledger'>) {
  const nowMs = clock.nowMs();
  const time = (given: string | boolean | undefined) =>
    typeof given === 'string' ? instant(momentMs(given, nowMs)) : undefined;
  const range = { since: time(options.since), until: time(options.until) };
  if (range.since !== undefined && range.until !== undefined && range.until < range.since)
    throw new CliError('--until lies before --since.', 'usage');
  return range;
}
