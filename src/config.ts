import { readFileSync } from 'node:fs';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** A setting of the table. Of a `secret` one only is shown whether it is set. */
const setting = <Schema extends TSchema>(schema: Schema, about: string, options: { secret?: true } = {}) => ({
  schema,
  about,
  ...options,
});

const Integer = (minimum: number, fallback: number, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ minimum, maximum, default: fallback });
const Text = (fallback: string) => Type.String({ minLength: 1, default: fallback });
/** At least two labels, as other servers look it up. */
const HOST_NAME =
  '^(?=.{1,180}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$';
const OneOf = <Name extends string>(names: readonly Name[], options: { default?: Name } = {}) =>
  Type.Unsafe<Name>(
    Type.Union(
      names.map((name) => Type.Literal(name)),
      options,
    ),
  );
const OptionalText = () => Type.Optional(Type.String({ minLength: 1 }));

/** A web address for links in mails: it has no character that would need escaping there. */
const WEB_ADDRESS = '^https?://[A-Za-z0-9.-]+(:\\d{1,5})?(/[A-Za-z0-9._~-]+)*/?$';

/** A comma list of addresses of IPv4 and IPv6, or nothing. */
const ADDRESSES = '^([0-9A-Fa-f.:]{2,45}(, ?[0-9A-Fa-f.:]{2,45})*)?$';

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
  POSTLEDGER_TRUSTED_PROXIES: setting(
    Type.String({ default: '' }),
    'Proxies in front of the HTTP server, whose X-Forwarded-For names the client: a comma list of CIDRs; unset: the address ' +
      'of the connection counts.',
  ),
  POSTLEDGER_TRACKING_URL: setting(
    Type.Optional(Type.String({ pattern: WEB_ADDRESS })),
    'Address that recipients reach the service at: for unsubscribing, opens and clicks, and nothing else of it need be ' +
      'open there; default POSTLEDGER_BASE_URL. One-click unsubscription asks for https (RFC 8058).',
  ),
  POSTLEDGER_MASTER_KEY: setting(
    Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
    'Key that seals secrets at rest, 64 hex digits; else made once in the data folder.',
    { secret: true },
  ),
  POSTLEDGER_MASTER_KEY_PREVIOUS: setting(
    Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
    'Master key of before, while it is replaced (`postledger master-key rotate`): what it sealed or signed still opens.',
    { secret: true },
  ),
  POSTLEDGER_SANDBOX_DOMAIN: setting(Text('example.com'), 'Recipients at this domain are simulated.'),
  POSTLEDGER_ROLES: setting(
    Type.String({
      pattern: '^(all|(api|projector|sender|dispatcher)(,(api|projector|sender|dispatcher))*)$',
      default: 'all',
    }),
    'What this process does: all (in two processes), or a comma list of api, projector, sender, dispatcher.',
  ),
  POSTLEDGER_PARTITIONS: setting(
    Integer(1, 16, 1024),
    'Shares that the work over engines is divided into between processes. With another number everything is folded again.',
  ),
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: setting(
    Type.String({ default: '' }),
    'Private networks webhooks may go to: a comma list of CIDRs.',
  ),
  EVENTSTORE_URL: setting(OptionalText(), 'esdb:// connection string of EventStoreDB.', { secret: true }),
  MONGODB_URL: setting(OptionalText(), 'mongodb:// connection string of MongoDB.', { secret: true }),
  REDIS_URL: setting(
    OptionalText(),
    'redis:// address of Redis, or redis+sentinel://HOST,HOST,HOST/PRIMARY of its Sentinels.',
    { secret: true },
  ),
  SMTP_URL: setting(
    OptionalText(),
    'smtp:// or smtps:// address of the relay that mail goes to. With a password TLS is required unless ' +
      '?tls=opportunistic says otherwise.',
    { secret: true },
  ),
  POSTLEDGER_MAIL: setting(
    Type.Optional(OneOf(['relay', 'mx', 'outbox'])),
    "How mail leaves: over the relay of SMTP_URL, directly to the recipients' servers (mx), or to files in the data " +
      'folder (outbox); default relay where SMTP_URL is set, else outbox.',
  ),
  POSTLEDGER_EHLO_NAME: setting(
    Type.Optional(Type.String({ pattern: HOST_NAME })),
    "What the service calls itself to mail servers: a name whose address is this machine's; default the machine's name.",
  ),
  POSTLEDGER_SITE_CONNECTIONS: setting(
    Integer(1, 5, 100),
    'Connections at a time to one receiving site, in each process that sends: the mail servers that one or more domains ' +
      'name, where POSTLEDGER_MAIL is mx.',
  ),
  POSTLEDGER_BOUNCE_DOMAIN: setting(
    Type.Optional(Type.String({ pattern: HOST_NAME })),
    "Domain of the envelope senders, whose mail comes back to the service; default the sender's own address.",
  ),
  POSTLEDGER_BOUNCE_PORT: setting(
    Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
    'Port on which bounces and complaints are taken in by SMTP; unset: nothing listens; 0 picks a free one.',
  ),
  POSTLEDGER_BOUNCE_HOST: setting(Text('127.0.0.1'), 'Address the bounce intake listens on.'),
  POSTLEDGER_BOUNCE_RELAYS: setting(
    Type.String({ default: '', pattern: ADDRESSES }),
    'Servers that forward mail to the bounce intake: a comma list of addresses. Their connections are not limited, and they ' +
      'may pass the address of their client on by XCLIENT. Those of this machine are among them.',
  ),
  POSTLEDGER_BOUNCE_TLS_CERT: setting(
    OptionalText(),
    'PEM file of the certificate, with those that signed it, with which the bounce intake offers STARTTLS; read again ' +
      'when it changes; unset: plain text alone.',
  ),
  POSTLEDGER_BOUNCE_TLS_KEY: setting(OptionalText(), "PEM file of that certificate's key; read again too."),
  SMPP_URL: setting(
    OptionalText(),
    'smpp:// or ssmpp:// (TLS) address of the carrier that text messages go to, with system id and password; ' +
      'docs/sms.md lists what its query may say.',
    { secret: true },
  ),
  POSTLEDGER_SMS_STOP_REPLY: setting(
    Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
    'Text that a recipient who sends STOP is answered; unset where the carrier answers.',
  ),
  POSTLEDGER_REQUIRE_DOMAINS: setting(
    OneOf(['yes', 'no'], { default: 'no' }),
    'Whether mail goes out only from domains that its workspace has verified (`postledger domains`); other mail is `rejected`.',
  ),
  POSTLEDGER_MAX_BODY_BYTES: setting(Integer(1024, 314_572_800, 500_000_000), 'Largest request body.'),
  POSTLEDGER_MAX_BODIES_BYTES: setting(
    Integer(1024, 1_258_291_200),
    'Bytes of request bodies held at once over all requests; beyond it 503. A workspace has a quarter of them.',
  ),
  POSTLEDGER_CREDITS_EMAIL: setting(Integer(0, 1), 'Credits a recipient of an email.'),
  POSTLEDGER_CREDITS_SMS_SEGMENT: setting(Integer(0, 1), 'Credits a segment of an SMS.'),
  POSTLEDGER_PACE_PER_SECOND: setting(Integer(1, 10), 'Default sends a second and workspace.'),
  POSTLEDGER_PACE_PER_DAY: setting(Integer(1, 10_000), 'Default sends a UTC day and workspace.'),
  POSTLEDGER_LOG_LEVEL: setting(
    OneOf(['debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
    'Lowest level that is logged.',
  ),
} as const;

type Table = typeof settingsTable;
export type SettingName = keyof Table;
export type Settings = { readonly [Name in SettingName]: Static<Table[Name]['schema']> };

/** The entries of a comma list. */
export function listIn(text: string): readonly string[] {
  return text.split(',').flatMap((entry) => entry.trim() || []);
}

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
    const { default: fallback, type } = schema as Keywords;
    const value = raw === undefined ? fallback : type === 'integer' ? Number(raw) : raw;
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

/** The keywords of a setting's schema. */
type Keywords = Partial<
  Record<'type' | 'pattern' | 'const', string> & Record<'minimum' | 'maximum', number>
> & {
  readonly anyOf?: readonly { readonly const?: string }[];
  readonly default?: unknown;
};

function describe(schema: TSchema): string {
  const { type, minimum, maximum, pattern, anyOf, const: constant } = schema as Keywords;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (pattern !== undefined) return `a value that matches ${pattern}`;
  if (anyOf !== undefined) return `one of ${anyOf.map((option) => option.const).join(', ')}`;
  return constant ?? 'a text that is not empty';
}

/** The product's version, from its package.json. */
export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
