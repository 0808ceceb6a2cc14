import type { AddCommand, CommandCall } from '../cli.ts';
import { type Findings, runChecks, UNNAMED, wrong } from '../doctor/check.ts';
import { engineChecks, LEDGER_ENGINES } from '../doctor/engineChecks.ts';
import { intakeChecks } from '../doctor/intakeChecks.ts';
import { ledgerChecks } from '../doctor/ledgerChecks.ts';
import { machineChecks } from '../doctor/machineChecks.ts';
import { mailCheck } from '../doctor/mailCheck.ts';
import { nameChecks } from '../doctor/nameChecks.ts';
import { reachChecks } from '../doctor/reachChecks.ts';
import { settingsChecks } from '../doctor/settingsChecks.ts';

/** `postledger doctor`: checks everything that the settings name and says what is wrong and how to repair it. */
export const doctor: AddCommand = (command, cli) => {
  cli.action(command, async (call) => {
    const { settings } = call;
    const failed = new Set<string>();
    // What is away is waited for once, not one after the other.
    const apart = await Promise.all(
      [
        ...[...settingsChecks(settings), ...intakeChecks(settings, Date.now())].map((check) => [check]),
        machineChecks(settings),
        [mailCheck(settings)],
        ...engineChecks(settings),
      ].map((checks) => runChecks(checks, failed)),
    );
    const all = [...apart, await onLedger(call, failed)];
    const results = all.flatMap(({ found }) => found);
    const leftOut = all.flatMap((one) => one.leftOut);
    const faults = results.filter(({ ok }) => !ok).length;
    const unusable = results.filter(({ name }) => failed.has(name)).map(({ name }) => name);
    const lines = results.map(
      ({ name, ok, says, mend }) =>
        `${ok ? 'ok   ' : 'WRONG'}  ${name}: ${says}${mend ? `\n         ${mend}` : ''}`,
    );
    if (leftOut.length > 0)
      lines.push(`-      left out, as ${unusable.join(' and ')} cannot be used: ${leftOut.join('; ')}`);
    const verdict =
      faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`;
    return {
      data: { ok: faults === 0, checks: results, leftOut },
      text: `${lines.join('\n')}\n\n${verdict}`,
      failed: faults > 0,
    };
  });
};

async function onLedger(call: CommandCall, failed: Set<string>): Promise<Findings> {
  const { host, settings, service } = call;
  if (LEDGER_ENGINES.some((name) => failed.has(name))) return { found: [], leftOut: ['the ledger'] };
  try {
    const dependencies = await host.open(settings);
    try {
      const onService = { ...dependencies, service };
      const checks = [...ledgerChecks(dependencies), ...nameChecks(dependencies), ...reachChecks(onService)];
      return await runChecks(checks, failed);
    } finally {
      await dependencies.close();
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const isNamed = failed.size > 0;
    const result = wrong(
      `cannot be opened: ${says}`,
      isNamed ? 'Repair what is named above first.' : UNNAMED,
    );
    return { found: [{ name: 'ledger', ...result }], leftOut: [] };
  }
}
