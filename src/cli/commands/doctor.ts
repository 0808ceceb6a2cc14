import type { Settings } from '../../config.ts';
import type { AddCommand, Surroundings } from '../cli.ts';
import { type Check, type Finding, findingOf, wrong } from '../doctor/check.ts';
import { engineChecks } from '../doctor/engineChecks.ts';
import { ledgerChecks } from '../doctor/ledgerChecks.ts';
import { machineChecks } from '../doctor/machine.ts';
import { mailCheck } from '../doctor/mailCheck.ts';
import { settingsChecks } from '../doctor/settingsChecks.ts';

type Named = Finding & { readonly name: string };

/** `postledger doctor`: looks at everything the settings name and says what is wrong and how to mend it. */
export const doctor: AddCommand = (program, cli) => {
  const command = program.command('doctor').description('look for what is wrong and how to mend it');
  cli.does(command, async ({ settings, surroundings }) => {
    const checks = [
      ...settingsChecks(settings),
      ...machineChecks(settings),
      mailCheck(settings),
      ...engineChecks(settings),
    ];
    const findings = [...(await each(checks)), ...(await onLedger(settings, surroundings))];
    const faults = findings.filter(({ ok }) => !ok).length;
    const lines = findings.map(
      ({ name, ok, says, mend }) =>
        `${ok ? 'ok   ' : 'WRONG'}  ${name}: ${says}${mend ? `\n         ${mend}` : ''}`,
    );
    const verdict =
      faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`;
    return {
      data: { ok: faults === 0, checks: findings },
      text: `${lines.join('\n')}\n\n${verdict}`,
      failed: faults > 0,
    };
  });
};

async function each(checks: readonly Check[]): Promise<Named[]> {
  const findings: Named[] = [];
  for (const check of checks) findings.push(await findingOf(check));
  return findings;
}

async function onLedger(settings: Settings, surroundings: Surroundings): Promise<Named[]> {
  try {
    const context = await surroundings.open(settings);
    try {
      return await each(ledgerChecks(context));
    } finally {
      await context.close();
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [{ name: 'ledger', ...wrong(`cannot be opened: ${says}`, 'Mend what stands above first.') }];
  }
}
