import { readFileSync } from 'node:fs';
import { consoleSettings } from './settings/console.ts';
import { engineSettings } from './settings/engines.ts';
import { mailSettings } from './settings/mail.ts';
import { serverSettings } from './settings/server.ts';
import type { Setting } from './settings/setting.ts';
import { smsSettings } from './settings/sms.ts';
import { submissionSettings } from './settings/submission.ts';
import { webhookSettings } from './settings/webhooks.ts';

/** Every setting of the service, in groups. */
export const settingGroups = {
  Server: serverSettings,
  Console: consoleSettings,
  Engines: engineSettings,
  Mail: mailSettings,
  Submission: submissionSettings,
  SMS: smsSettings,
  Webhooks: webhookSettings,
} as const;

const settingsTable = {
  ...serverSettings,
  ...consoleSettings,
  ...engineSettings,
  ...mailSettings,
  ...submissionSettings,
  ...smsSettings,
  ...webhookSettings,
} as const;

type Table = typeof settingsTable;
export type SettingName = keyof Table;
export type Settings = {
  readonly [Name in SettingName]: Table[Name] extends Setting<infer Value> ? Value : never;
};

/** Every setting with its name, in the order of the groups. */
export const everySetting = Object.entries(settingsTable) as readonly [SettingName, Setting<unknown>][];

/** One sentence for every setting that is wrong. Values of secrets are not repeated. */
export class SettingsInvalid extends Error {
  override readonly name = 'SettingsInvalid';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting from the environment. An empty variable counts as unset; a name of ours that is
 * not in the table is refused, since a typing error would silently mean the default.
 * @throws SettingsInvalid naming each variable and what it must be
 */
export function readSettings(env: Environment): Settings {
  const faults: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, one] of everySetting) {
    const text = textOf(name, one, env, (fault) => faults.push(fault));
    if (text === undefined) settings[name] = one.fallback;
    else {
      settings[name] = text === text.trim() ? one.read(text) : undefined;
      if (settings[name] === undefined)
        faults.push(
          `${name} must be ${one.expected}, such as ${one.example}${one.isSecret ? '' : `; it is '${shortened(text)}'`}.`,
        );
    }
  }
  for (const name of Object.keys(env)) {
    const isFile = everySetting.some(([known, { isSecret }]) => isSecret && name === fileNameOf(known));
    if (name.startsWith('POSTLEDGER_') && !(name in settingsTable) && !isFile)
      faults.push(`${name} is no setting of this service.`);
  }
  if (faults.length > 0) throw new SettingsInvalid(faults.join('\n'));
  return settings as Settings;
}

/** The setting whose value is a file's content. */
export const fileNameOf = (name: string) => `${name}_FILE`;

function textOf(
  name: string,
  { isSecret }: Setting<unknown>,
  env: Environment,
  onFault: (fault: string) => void,
): string | undefined {
  const text = env[name] || undefined;
  const path = isSecret ? env[fileNameOf(name)] || undefined : undefined;
  if (path === undefined) return text;
  if (text !== undefined) onFault(`${name} and ${fileNameOf(name)} are both set: only one of them may be.`);
  try {
    const content = readFileSync(path, 'utf8').trim();
    // A secret that was not delivered: to count it as unset would begin a new ledger or key.
    if (content === '') onFault(`${fileNameOf(name)} must be a file with a value in it: ${path} is empty.`);
    return content || undefined;
  } catch (error) {
    onFault(`${fileNameOf(name)} must be a file that can be read: ${(error as NodeJS.ErrnoException).code}.`);
    return undefined;
  }
}

const SHOWN = 60;
/** Without what may be a password: an address that should have none may have one by mistake. */
const shortened = (text: string) =>
  (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text).replace(/\/\/.*@/, '//…@');
