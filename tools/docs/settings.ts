import { fileNameOf, settingGroups } from '../../src/config.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { notice } from './notice.ts';

/** docs/settings.md: every setting, from the table that checks them. */
export function settingsPage(): string {
  const groups = Object.entries(settingGroups).flatMap(([title, group]) => [
    '',
    `## ${title}`,
    '',
    '| setting | default | meaning | must be |',
    '|---|---|---|---|',
    ...Object.entries<Setting<unknown>>(group).map(rowOf),
  ]);
  const parts = [
    '# Settings',
    notice,
    'Settings are environment variables, read once at the start; what is not valid is named and nothing starts. An',
    'empty variable counts as unset, a `POSTLEDGER_` name that is not in this table is refused. A secret can come from a file',
    "instead, which `NAME_FILE` names: so an orchestrator's secrets stay out of the environment.",
    '`postledger config` shows the values in force, `postledger doctor` tries what they name.',
    ...groups,
  ];
  return `${parts.join('\n')}\n`;
}

function rowOf([name, { fallback, about, expected, example, isSecret }]: [string, Setting<unknown>]): string {
  const standard = fallback === undefined ? 'unset' : fallback === '' ? 'empty' : `\`${String(fallback)}\``;
  const secret = isSecret ? ` Secret: never shown or logged; or \`${fileNameOf(name)}\`.` : '';
  const shown = example.includes('`') ? example : `\`${example}\``;
  return `| \`${name}\` | ${standard} | ${about}${secret} | ${expected}, such as ${shown} |`;
}
