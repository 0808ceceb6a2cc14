import { everySetting, fileNameOf } from '../../config.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';

/** `postledger config`: every setting, its value and where it comes from. Secrets show only that they are set. */
export const config: AddCommand = (command, cli) => {
  cli.action(command, async ({ settings, source, host: { env } }) => {
    const rows = everySetting.map(([name, { isSecret, about }]) => {
      const value = settings[name] ?? null;
      return {
        name,
        value: isSecret && value !== null ? '(set, not shown)' : value,
        from: source(name) ?? sourceOf(name, value, env),
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
