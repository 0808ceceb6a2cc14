import { everySetting, fileNameOf } from '../../config.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';

/** `postledger config`: every setting, its value and where it comes from. Secrets show only that they are set. */
export const config: AddCommand = (program, cli) => {
  const command = program.command('config').description('show every setting and where its value comes from');
  cli.action(command, async ({ settings, host: { env } }) => {
    const rows = everySetting.map(([name, { isSecret, about }]) => {
      const value = settings[name] ?? null;
      return {
        name,
        value: isSecret && value !== null ? '(set, not shown)' : value,
        from: sourceOf(name, value, env),
        about,
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

function sourceOf(name: string, value: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (env[name]) return 'environment';
  if (value === null) return 'unset';
  return env[fileNameOf(name)] ? 'file' : 'default';
}
