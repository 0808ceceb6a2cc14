import { settingsTable } from '../../src/config.ts';
import { notice } from './notice.ts';

interface SettingSchema {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly { readonly const?: string }[];
}

/** docs/settings.md: every setting, from the table that checks them. */
export function settingsPage(): string {
  const rows = Object.entries(settingsTable).map(([name, { schema, about, ...options }]) => {
    const described = schema as SettingSchema;
    const secret = 'secret' in options ? ' Secret: never shown or logged.' : '';
    return `| \`${name}\` | ${defaultOf(described)} | ${about}${valuesOf(described)}${secret} |`;
  });
  const parts = [
    '# Settings',
    notice,
    'Settings are environment variables, read once at the start; what is not valid is named and nothing starts. An',
    'empty variable counts as unset, a `POSTLEDGER_` name that is not in this table is refused.',
    '`postledger config` shows the values in force, `postledger doctor` tries what they name.',
    '',
    '| setting | default | meaning |',
    '|---|---|---|',
    ...rows,
  ];
  return `${parts.join('\n')}\n`;
}

function defaultOf({ default: value }: SettingSchema): string {
  return value === undefined ? 'unset' : value === '' ? 'empty' : `\`${String(value)}\``;
}

function valuesOf({ type, minimum, maximum, anyOf }: SettingSchema): string {
  if (anyOf) return ` One of ${anyOf.map((option) => `\`${option.const}\``).join(', ')}.`;
  if (type !== 'integer') return '';
  const bounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return bounded ? ` A whole number from ${minimum} to ${maximum}.` : ` A whole number from ${minimum} up.`;
}
