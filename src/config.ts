import { readFileSync } from 'node:fs';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** A setting as the table describes it. `secret` ones are shown only as set or unset. */
const setting = <Schema extends TSchema>(schema: Schema, about: string, options: { secret?: true } = {}) => ({
  schema,
  about,
  ...options,
});

const Integer = (minimum: number, fallback: number, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ minimum, maximum, default: fallback });
const Text = (fallback: string) => Type.String({ minLength: 1, default: fallback });
const OptionalText = () => Type.Optional(Type.String({ minLength: 1 }));

/** Every setting of the service: its environment variable, type, default and meaning. Unset means embedded. */
export const settingsTable = {
  POSTLEDGER_HOST: setting(Text('127.0.0.1'), 'Address the HTTP server listens on.'),
  POSTLEDGER_PORT: setting(Integer(0, 3025, 65535), 'Port the HTTP server listens on; 0 picks a free one.'),
  POSTLEDGER_DATA: setting(
    Text('./data'),
    'Folder of the embedded log, documents, blobs, outboxes and the master key.',
  ),
  POSTLEDGER_BASE_URL: setting(
    OptionalText(),
    'Address customers reach the service at; default http://HOST:PORT.',
  ),
  POSTLEDGER_MASTER_KEY: setting(
    Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
    'Key that seals secrets at rest, 64 hex digits; else made once in the data folder.',
    { secret: true },
  ),
  POSTLEDGER_SANDBOX_DOMAIN: setting(Text('example.com'), 'Recipients at this domain are simulated.'),
  POSTLEDGER_ROLES: setting(
    Type.String({
      pattern: '^(all|(api|projector|sender|dispatcher)(,(api|projector|sender|dispatcher))*)$',
      default: 'all',
    }),
    'What this process does: all (in two processes where the log is embedded), or a comma list of api, projector, ' +
      'sender, dispatcher.',
  ),
  POSTLEDGER_PARTITIONS: setting(
    Integer(1, 16, 1024),
    'Shares that the work is divided into between processes.',
  ),
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: setting(
    Type.String({ default: '' }),
    'Private networks webhooks may go to: a comma list of CIDRs.',
  ),
  EVENTSTORE_URL: setting(OptionalText(), 'esdb:// connection string of EventStoreDB.', { secret: true }),
  MONGODB_URL: setting(OptionalText(), 'mongodb:// connection string of MongoDB.', { secret: true }),
  REDIS_URL: setting(OptionalText(), 'redis:// address of Redis.', { secret: true }),
  SMTP_URL: setting(OptionalText(), 'smtp:// address of the relay that mail goes to.', { secret: true }),
  POSTLEDGER_BOUNCE_DOMAIN: setting(
    OptionalText(),
    'Domain of the bounce addresses that mail is sent from; its mail comes to the bounce intake.',
  ),
  POSTLEDGER_BOUNCE_PORT: setting(
    Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
    'Port on which bounces and complaints are taken in by SMTP; unset: nothing listens; 0 picks a free one.',
  ),
  POSTLEDGER_BOUNCE_HOST: setting(Text('127.0.0.1'), 'Address the bounce intake listens on.'),
  POSTLEDGER_MAX_BODY_BYTES: setting(Integer(1024, 314_572_800, 500_000_000), 'Largest request body.'),
  POSTLEDGER_MAX_BODIES_BYTES: setting(
    Integer(1024, 1_073_741_824),
    'Bytes of request bodies held at once over all requests; beyond it 503.',
  ),
  POSTLEDGER_CREDITS_EMAIL: setting(Integer(0, 1), 'Credits a recipient of an email.'),
  POSTLEDGER_CREDITS_SMS_SEGMENT: setting(Integer(0, 1), 'Credits a segment of an SMS.'),
  POSTLEDGER_PACE_PER_SECOND: setting(Integer(1, 10), 'Default sends a second and workspace.'),
  POSTLEDGER_PACE_PER_DAY: setting(Integer(1, 10_000), 'Default sends a UTC day and workspace.'),
  POSTLEDGER_LOG_LEVEL: setting(
    Type.Union(
      [
        Type.Literal('debug'),
        Type.Literal('info'),
        Type.Literal('warn'),
        Type.Literal('error'),
        Type.Literal('silent'),
      ],
      {
        default: 'info',
      },
    ),
    'Lowest level that is logged.',
  ),
} as const;

type Table = typeof settingsTable;
export type SettingName = keyof Table;
export type Settings = { readonly [Name in SettingName]: Static<Table[Name]['schema']> };

/** One sentence for every setting that is wrong. Values of secrets are not repeated. */
export class SettingsInvalid extends Error {
  override readonly name = 'SettingsInvalid';
}

/**
 * Reads every setting from the environment. An empty variable counts as unset; a name of ours that is
 * not in the table is refused, since a typing error would silently mean the default.
 * @throws SettingsInvalid naming each variable and what it must be
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const faults: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, { schema, about }] of Object.entries(settingsTable)) {
    const raw = env[name] === '' ? undefined : env[name];
    const value = raw === undefined ? defaultOf(schema) : isInteger(schema) ? Number(raw) : raw;
    if (value === undefined) continue;
    if (!Value.Check(schema, value))
      faults.push(`${name} is not valid: ${about} Expected ${describe(schema)}.`);
    settings[name] = value;
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('POSTLEDGER_') && !(name in settingsTable))
      faults.push(`${name} is no setting of this service.`);
  }
  if (faults.length > 0) throw new SettingsInvalid(faults.join('\n'));
  return settings as Settings;
}

function defaultOf(schema: TSchema): unknown {
  return (schema as { default?: unknown }).default;
}

function isInteger(schema: TSchema): boolean {
  return (schema as { type?: string }).type === 'integer';
}

function describe(schema: TSchema): string {
  const {
    type,
    minimum,
    maximum,
    pattern,
    anyOf,
    const: constant,
  } = schema as {
    type?: string;
    minimum?: number;
    maximum?: number;
    pattern?: string;
    anyOf?: { const?: string }[];
    const?: string;
  };
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (pattern !== undefined) return `a value that matches ${pattern}`;
  if (anyOf !== undefined) return `one of ${anyOf.map((option) => option.const).join(', ')}`;
  return constant ?? 'a text that is not empty';
}

/** The product's version, from its package.json. */
export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
