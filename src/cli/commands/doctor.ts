import type { Settings } from '../../config.ts';
import type { AddCommand, CliHost } from '../cli.ts';
import { type Check, type CheckResult, runCheck, wrong } from '../doctor/check.ts';
import { engineChecks } from '../doctor/engineChecks.ts';
import { ledgerChecks } from '../doctor/ledgerChecks.ts';
import { machineChecks } from '../doctor/machineChecks.ts';
import { mailCheck } from '../doctor/mailCheck.ts';
import { settingsChecks } from '../doctor/settingsChecks.ts';

type Named = CheckResult & { readonly name: string };

/** `postledger doctor`: checks everything that the settings name and says what is wrong and how to repair it. */
export const doctor: AddCommand = (program, cli) => {
  const command = program.command('doctor').description('look for what is wrong and how to repair it');
  cli.action(command, async ({ settings, host }) => {
    const checks = [
      ...settingsChecks(settings),
      ...machineChecks(settings),
      mailCheck(settings),
      ...engineChecks(settings),
    ];
    const results = [...(await each(checks)), ...(await onLedger(settings, host))];
    const faults = results.filter(({ ok }) => !ok).length;
    const lines = results.map(
      ({ name, ok, says, mend }) =>
        `${ok ? 'ok   ' : 'WRONG'}  ${name}: ${says}${mend ? `\n         ${mend}` : ''}`,
    );
    const verdict =
      faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`;
    return {
      data: { ok: faults === 0, checks: results },
      text: `${lines.join('\n')}\n\n${verdict}`,
      failed: faults > 0,
    };
  });
};

async function each(checks: readonly Check[]): Promise<Named[]> {
  const results: Named[] = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

async function onLedger(settings: Settings, host: CliHost): Promise<Named[]> {
  try {
    const dependencies = await host.open(settings);
    try {
      return await each(ledgerChecks(dependencies));
    } finally {
      await dependencies.close();
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [{ name: 'ledger', ...wrong(`cannot be opened: ${says}`, 'Repair what is named above first.') }];
  }
}
