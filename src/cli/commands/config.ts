import { type SettingName, settingsTable } from '../../config.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';

/** `postledger config`: every setting, its value and where it comes from. Secrets show only that they are set. */
export const config: AddCommand = (program, cli) => {
  const command = program.command('config').description('show every setting and where its value comes from');
  cli.action(command, async ({ settings, host: { env } }) => {
    const rows = (Object.keys(settingsTable) as SettingName[]).map((name) => {
      const setting = settingsTable[name];
      const secret = 'secret' in setting;
      const value = settings[name] ?? null;
      return {
        name,
        value: secret && value !== null ? '(set, not shown)' : value,
        from: env[name] ? 'environment' : value === null ? 'unset' : 'default',
        about: setting.about,
      };
    });
    return {
      data: rows,
      text: listing(
        ['SETTING', 'VALUE', 'FROM', 'MEANING'],
        rows.map(({ name, value, from, about }) => [name, value, from, about]),
        '',
      ),
    };
  });
};
