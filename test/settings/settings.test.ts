import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everySetting, readSettings, SettingsInvalid } from '../../src/config.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('issue 27, 1: settings');
const folder = temporaryFolder();
test.after(() => folder.remove());

type Environment = Readonly<Record<string, string>>;

function faultsOf(env: Environment): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    assert.instance(error, SettingsInvalid);
    return (error as SettingsInvalid).message.split('\n');
  }
}

const WRONG: Readonly<Record<string, readonly string[]>> = {
  POSTLEDGER_HOST: ['[::1]', 'localhost:3025', 'http://localhost', 'a b', '-x', '127.0.0.1/8', '*'],
  POSTLEDGER_PORT: ['0x50', '3e3', '70000', '-1', '3025.5', ' 3025', '3025 ', 'http', '1_000'],
  POSTLEDGER_DATA: ['~/data', '~', '/etc/passwd', '/etc/passwd/data'],
  POSTLEDGER_BASE_URL: [
    ...[
      'foo',
      'ftp://x',
      'https://user:pw@x',
      'http://x/path?q=1',
      'http://x#a',
      'https://',
      'http://x:99999',
    ],
    ...['http://a b', 'http://x/"'],
  ],
  POSTLEDGER_TRACKING_URL: ['foo', 'http://x?y', 'mailto:a@b.test'],
  POSTLEDGER_CONSOLE_URL: ['foo', 'https://console.test/admin', 'https://console.test/a/', 'https://'],
  POSTLEDGER_TRUSTED_PROXIES: [
    'foo',
    '10.0.0.0',
    '10.0.0.5/8',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/8 127.0.0.0/8',
  ],
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: ['foo', '10.0.0.0', '10.0.0.5/8', ',', 'fd00::1/8', '10.1/16'],
  POSTLEDGER_MASTER_KEY: ['0'.repeat(64), 'abc', 'g'.repeat(64), 'a'.repeat(63)],
  POSTLEDGER_MASTER_KEY_PREVIOUS: ['changeme', 'a'.repeat(65)],
  POSTLEDGER_ROLES: ['api, sender', 'API', 'api,', 'all,api', 'worker', 'api;sender'],
  POSTLEDGER_PARTITIONS: ['0', '1025', 'many', '1.5'],
  POSTLEDGER_MAX_BODY_BYTES: ['1023', '500000001', '10MB'],
  POSTLEDGER_PACE_PER_SECOND: ['0', 'ten', '99999999999999999999'],
  POSTLEDGER_LOG_LEVEL: ['INFO', 'trace', 'verbose'],
  POSTLEDGER_SANDBOX_DOMAIN: ['not a domain', '*.test', '@example.com', 'a,b', '.test', 'a..b', '10.0.0.1'],
  POSTLEDGER_FEEDBACK_SENDERS: [
    'example',
    '*',
    '*.example',
    '*@loop.example',
    '@loop.example',
    'a b.example',
    'x@y',
    ',',
  ],
  POSTLEDGER_MAIL: ['mxx', 'MX', 'smtp'],
  POSTLEDGER_EHLO_NAME: ['a b', 'localhost', '10.0.0.1', '-a.test'],
  POSTLEDGER_BOUNCE_DOMAIN: ['@bounces.test', 'bounces', 'https://bounces.test'],
  POSTLEDGER_BOUNCE_PORT: ['smtp', '65536'],
  POSTLEDGER_BOUNCE_RELAYS: ['10.0.0.0/8', 'relay.test', '1.2.3', ','],
  POSTLEDGER_BOUNCE_TLS_CERT: ['~/cert.pem', '/etc/'],
  POSTLEDGER_REQUIRE_DOMAINS: ['true', '1', 'Yes'],
  POSTLEDGER_SMS_STOP_REPLY: ['x'.repeat(2_000)],
  EVENTSTORE_URL: [
    'foo',
    'http://127.0.0.1:2113',
    'esdb://',
    'esdb:127.0.0.1',
    'esdb://h:99999',
    'esdb://a,,b',
  ],
  MONGODB_URL: [
    'foo',
    'mongo://127.0.0.1',
    'mongodb://',
    'mongodb://@',
    'mongodb://h:abc',
    'mongodb://a:1,b:x/l',
  ],
  REDIS_URL: [
    'foo',
    '127.0.0.1:6379',
    'redis://',
    'http://127.0.0.1',
    'redis://h:99999',
    'redis://h:',
    'redis://a b',
  ],
  SMTP_URL: ['foo', 'relay.test:587', 'smtp://', 'SMTP:relay', 'smtp://relay.test:smtp', 'smtp://[::1:25'],
  SMPP_URL: ['carrier', 'smpp:carrier', 'smpp://', 'tcp://carrier', 'smpp://carrier:70000'],
  POSTLEDGER_PROT: ['3025'],
};

test('each of more than seventy wrong values is answered by one sentence that names it', () => {
  const all = Object.entries(WRONG).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  assert.ok(all.length > 70, `${all.length} values`);
  for (const [name, value] of all) {
    const faults = faultsOf({ [name]: value });
    assert.is(faults.length, 1, `${name}=${value}: ${faults.join(' | ')}`);
    assert.match(
      faults[0] ?? '',
      new RegExp(`^${name} (must be .+, such as .+\\.|is no setting of this service\\.)$`),
    );
    const isSecret = everySetting.some(([known, one]) => known === name && one.isSecret);
    if (isSecret) assert.not.match(faults[0] ?? '', '; it is ', name);
  }
});

test('all that is wrong is said at once', () => {
  const faults = faultsOf({ POSTLEDGER_PORT: 'x', SMTP_URL: 'hunter2', POSTLEDGER_MAIL: 'y' });
  assert.is(faults.length, 3);
  assert.not.match(faults.join('\n'), 'hunter2');
});

test('a password in an address is not repeated, wherever it stands', () => {
  for (const name of ['POSTLEDGER_BASE_URL', 'SMTP_URL', 'MONGODB_URL', 'POSTLEDGER_TRACKING_URL'])
    for (const value of ['https://ann:hunter2@x', 'https://ann:hunter2@x?y=hunter2@z'])
      assert.not.match(faultsOf({ [name]: value }).join(), 'hunter2', name);
});

test('every example is a right value, and so is every default', () => {
  for (const [name, { example, fallback, read }] of everySetting) {
    if (!example.includes(' ') || name === 'POSTLEDGER_SMS_STOP_REPLY')
      assert.is.not(read(example), undefined, `${name}=${example}`);
    if (fallback !== undefined && fallback !== '')
      assert.equal(read(String(fallback)), fallback, `${name}: its default`);
  }
});

const RIGHT: readonly Environment[] = [
  { POSTLEDGER_HOST: '::' },
  { POSTLEDGER_HOST: 'localhost' },
  { POSTLEDGER_BASE_URL: 'https://mail.example.com:8443/a/b' },
  { POSTLEDGER_BASE_URL: 'http://[::1]:3025' },
  { POSTLEDGER_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,127.0.0.1/32' },
  { POSTLEDGER_BOUNCE_RELAYS: '192.0.2.7, 2001:db8::7' },
  { POSTLEDGER_ROLES: 'dispatcher,api' },
  { POSTLEDGER_SANDBOX_DOMAIN: 'test' },
  { EVENTSTORE_URL: 'esdb+discover://ann:pw@a.test:2113,b.test:2113?tls=true' },
  { MONGODB_URL: 'mongodb+srv://ann:pw@cluster.test/ledger' },
  { MONGODB_URL: 'mongodb://ann:p%2Fw@a.test:1,[::1]:2,c/ledger?replicaSet=r' },
  { MONGODB_URL: 'mongodb://%2Frun%2Fmongodb.sock/ledger' },
  { REDIS_URL: 'redis+sentinel://:pw@s1,s2/mymaster' },
  { REDIS_URL: 'redis:///run/redis.sock' },
  { POSTLEDGER_PORT: '', POSTLEDGER_MAIL: '' },
];

test('what is right stays as it is', () => {
  for (const env of RIGHT) {
    const settings = readSettings(env) as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(env)) if (value !== '') assert.is(settings[name], value);
  }
  assert.is(readSettings({ POSTLEDGER_PORT: '' }).POSTLEDGER_PORT, 3025);
  assert.is(readSettings({}).SMTP_URL, undefined);
});

test('the default pace is that of the specification, section 8', () => {
  const { POSTLEDGER_PACE_PER_SECOND: perSecond, POSTLEDGER_PACE_PER_DAY: perDay } = readSettings({});
  assert.equal([perSecond, perDay], [10, 10_000]);
});

test('an address is read without the slash at its end, since paths follow', () => {
  for (const name of ['POSTLEDGER_BASE_URL', 'POSTLEDGER_TRACKING_URL', 'POSTLEDGER_CONSOLE_URL'] as const)
    assert.is(readSettings({ [name]: 'https://a.example:8443/' })[name], 'https://a.example:8443');
});

test('a secret may come from a file, which is named when it cannot be read, and not from both', () => {
  const path = join(folder.path, 'key');
  writeFileSync(path, `${'ab'.repeat(32)}\n`);
  assert.is(readSettings({ POSTLEDGER_MASTER_KEY_FILE: path }).POSTLEDGER_MASTER_KEY, 'ab'.repeat(32));
  assert.is(readSettings({ POSTLEDGER_MASTER_KEY_FILE: '' }).POSTLEDGER_MASTER_KEY, undefined);
  assert.equal(faultsOf({ SMTP_URL_FILE: join(folder.path, 'none') }), [
    'SMTP_URL_FILE must be a file that can be read: ENOENT.',
  ]);
  const empty = join(folder.path, 'empty');
  writeFileSync(empty, ' \n');
  assert.equal(faultsOf({ POSTLEDGER_MASTER_KEY_FILE: empty }), [
    `POSTLEDGER_MASTER_KEY_FILE must be a file with a value in it: ${empty} is empty.`,
  ]);
  assert.match(
    faultsOf({ SMTP_URL_FILE: path }).join(),
    /^SMTP_URL must be an address that begins with smtp/,
  );
  assert.not.match(faultsOf({ SMTP_URL_FILE: path }).join(), 'abab');
  assert.match(
    faultsOf({ SMTP_URL_FILE: path, SMTP_URL: 'smtp://relay.test' }).join(),
    'SMTP_URL and SMTP_URL_FILE are both set',
  );
  assert.equal(faultsOf({ POSTLEDGER_PORT_FILE: path }), [
    'POSTLEDGER_PORT_FILE is no setting of this service.',
  ]);
});

test.run();
