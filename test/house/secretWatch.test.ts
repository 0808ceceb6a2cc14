// runs in: test:all
import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everySetting } from '../../src/config.ts';
import { nodeArguments } from '../support/project.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { givenSecrets } from './runner/givenSecrets.ts';
import { secretsIn } from './runner/secretForms.ts';

/** A PEM file of a new key. */
function keyOf(kind: 'rsa' | 'ed25519', form: 'pkcs8' | 'pkcs1' | 'public'): string {
  const { privateKey, publicKey } =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2_048 }) : generateKeyPairSync('ed25519');
  if (form === 'public') return String(publicKey.export({ type: 'spki', format: 'pem' }));
  return String(privateKey.export({ type: form, format: 'pem' }));
}

const test = suite('issue 50, 1: secrets in the output of a run of the tests');

const base64 = (text: string) => Buffer.from(text).toString('base64');
const RANDOM = 'aB-_9'.repeat(9).slice(0, 43);
const TOKEN = 'a-token-of-operators';
/** As the cookies of sessions are: what is sealed, and its nonce. */
const sealed = `${base64('x'.repeat(60))};${base64('n'.repeat(24))}`;

test('each form is known, is not repeated, and words like it are none', () => {
  for (const text of [
    `key pl_${RANDOM}.`,
    `{"secret":"whsec_${RANDOM}="}`,
    `GET http://127.0.0.1:3026/login/${RANDOM} 500`,
    `path: '/u/${RANDOM}'`,
    `https://a.example/o/${RANDOM}`,
    `/c/${RANDOM}${RANDOM}`,
    `/hooks/ses/${RANDOM}`,
    `authorization: Bearer ${RANDOM}`,
    `AUTH PLAIN ${base64(`\0any\0pl_${RANDOM}`)}`,
    `334 VXNlcm5hbWU6 YW55 334 UGFzc3dvcmQ6 ${base64(`pl_${RANDOM}`)}`,
    `authorization: Basic ${base64(`any:pl_${RANDOM}`)}`,
    `set-cookie: console-0a1b2c3d=${RANDOM}; Path=/`,
    `"cookie":"__Host-console-0a1b2c3d=${RANDOM}"`,
    `decrypting ${sealed} failed`,
    `decrypting ${encodeURIComponent(sealed)} failed`,
    ...[keyOf('rsa', 'pkcs8'), keyOf('rsa', 'pkcs1'), keyOf('ed25519', 'pkcs8')].flatMap((pem) => [
      pem,
      JSON.stringify({ pem }),
      pem.replace(/-----.*-----/g, '').trim(),
      base64(pem),
    ]),
    `connecting to redis://:${RANDOM}@127.0.0.1:6379`,
    `esdb+discover://admin:${RANDOM}@127.0.0.1:2113?tls=false`,
    `mongodb://app:${RANDOM}@127.0.0.1:27017/db?replicaSet=rs0`,
    `smtps://relay%40shop.example:${RANDOM}@relay.example:465`,
    `smpp://relay:${RANDOM.slice(0, 3)}@smsc.example`,
  ]) {
    const found = secretsIn(`said: ${text}`);
    assert.ok(found.length > 0, text);
    assert.not.match(found.join(), RANDOM.slice(8, 24), text);
  }
  for (const text of [
    ...['/login/:secret', '/u/:token', 'pl_…', 'Bearer realm="postledger"', 'whsec_[redacted]'],
    ...['console-0a1b2c3d=; Path=/', '-----BEGIN PUBLIC KEY-----', 'redis://[redacted]@a.example'],
    ...[
      'smtps://user:password@relay.example',
      'http://127.0.0.1:3026/a@b',
      createHash('sha256').digest('hex'),
    ],
    keyOf('rsa', 'public'),
  ])
    assert.equal(secretsIn(text), [], text);
});

test('secrets without a form are known to each process that is given them, in every way that they are written', () => {
  const folder = temporaryFolder();
  const file = (name: string, value: string) => {
    writeFileSync(join(folder.path, name), `${value}\n`);
    return join(folder.path, name);
  };
  const hex = createHash('sha256').update('a key').digest('hex');
  const word = 'admin"tök€n/1';
  const found = (env: Readonly<Record<string, string>>, text: string) =>
    secretsIn(`said: ${text}.`, givenSecrets({ POSTLEDGER_DATA: folder.path, ...env }));
  const everyWay = (env: Readonly<Record<string, string>>, secret: string, bytes: Buffer) => {
    for (const text of [
      ...[secret, encodeURIComponent(secret), JSON.stringify({ secret }), inspect(bytes)],
      ...[JSON.stringify(bytes), bytes.toString('base64'), bytes.toString('hex').toUpperCase()],
      ...[`AUTH LOGIN ${base64(secret)}`, `AUTH PLAIN ${base64(`\0user\0${secret}`)}`],
    ])
      assert.is(found(env, text).length > 0, true, `${Object.keys(env)}: ${text}`);
    assert.equal(found({}, secret), [], 'a process that was not given it does not know it');
  };
  const wholes = ['POSTLEDGER_ADMIN_TOKEN', 'POSTLEDGER_MASTER_KEY', 'POSTLEDGER_MASTER_KEY_PREVIOUS'];
  const addresses = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'SMTP_URL', 'SMPP_URL'];
  for (const [name, { isSecret }] of everySetting)
    assert.is([...wholes, ...addresses].includes(name), isSecret, `${name}: is it a secret?`);
  for (const name of wholes) {
    const [secret, bytes] = name.includes('KEY') ? [hex, Buffer.from(hex, 'hex')] : [word, Buffer.from(word)];
    everyWay({ [name]: secret }, secret, bytes);
    everyWay({ [`${name}_FILE`]: file(name, secret) }, secret, bytes);
  }
  for (const name of addresses) {
    const url = `redis://user:${encodeURIComponent(word)}@127.0.0.1`;
    everyWay({ [name]: url }, word, Buffer.from(word));
    everyWay({ [`${name}_FILE`]: file(name, url) }, word, Buffer.from(word));
  }
  file('master.key', hex);
  assert.is(found({}, hex).length, 1, 'that of the data folder');
  folder.remove();
});

test('a process that writes one to its log is found, in whichever way it writes', () => {
  const folder = temporaryFolder();
  const [flag = '', watch = ''] = nodeArguments('test/house/runner/fileProgram');
  const file = join(folder.path, 'found.txt');
  const env = {
    ...{ ...process.env, TEST_SECRETS_FILE: file, SECRET: `pl_${RANDOM}` },
    POSTLEDGER_ADMIN_TOKEN: TOKEN,
  };
  const said = (...args: string[]) => {
    spawnSync(process.execPath, [flag, watch, ...args], { env });
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  };
  const { SECRET } = { SECRET: 'process.env.SECRET' };
  assert.is(
    said('--input-type=module', '-e', `console.log(${SECRET})`),
    0,
    'the result of a command may be one',
  );
  assert.is(said('--input-type=module', '-e', `console.error('key', ${SECRET})`), 1);
  assert.is(
    said('--input-type=module', '-e', `import { writeSync } from 'node:fs'; writeSync(2, ${SECRET})`),
    2,
  );
  assert.is(
    said('--input-type=module', '-e', `import fs from 'node:fs'; fs.writeSync(2, Buffer.from(${SECRET}))`),
    3,
  );
  const pino = `import pino from 'pino'; pino(pino.destination({ dest: 2, sync: true })).info(${SECRET})`;
  assert.is(said('--input-type=module', '-e', pino), 4);
  assert.is(
    said('--input-type=module', '-e', `console.error(process.env.POSTLEDGER_ADMIN_TOKEN)`),
    5,
    'of the settings',
  );
  assert.is(said('--input-type=module', '-e', `throw new Error(${SECRET})`), 6, 'by an error that ends it');
  assert.is(said('--input-type=module', '-e', `process.emitWarning(${SECRET})`), 7);
  assert.is(said('--input-type=module', '-e', `Promise.reject(new Error(${SECRET}))`), 8);
  assert.not.match(readFileSync(file, 'utf8'), RANDOM);
  // What goes through another process on its way may be found twice.
  const [main, program] = [join(folder.path, 'main.mjs'), join(folder.path, 'program.mjs')];
  let count = 8;
  for (const code of [
    `import fs from 'node:fs'; fs.writeSync(2, ${SECRET})`,
    `import { writeSync } from 'node:fs'; writeSync(2, new TextEncoder().encode(${SECRET}))`,
    `console.error(${SECRET})`,
    `throw new Error(${SECRET})`,
    `process.emitWarning(${SECRET})`,
  ]) {
    writeFileSync(program, code);
    for (const starts of [
      `import { Worker } from 'node:worker_threads'; new Worker('${program}')`,
      `import { fork } from 'node:child_process'; fork('${program}')`,
    ]) {
      writeFileSync(main, starts);
      const now = said(main);
      assert.ok(now > count, `${starts}: ${code}`);
      count = now;
    }
  }
  folder.remove();
});

test('a service is searched in its standard output too, its background process and its threads as well', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'found.txt');
  const write = (name: string, code: string) => {
    writeFileSync(join(folder.path, name), `import fs from 'node:fs';\n${code}`);
    return join(folder.path, name);
  };
  const SECRET = 'process.env.SECRET';
  const thread = write('thread.mjs', `fs.writeSync(1, ${SECRET})`);
  const starts = `import { Worker } from 'node:worker_threads'; new Worker('${thread}')`;
  const [flag = '', watch = ''] = nodeArguments('test/house/runner/fileProgram');
  const isFound = (...args: string[]) => {
    const env = { ...process.env, TEST_SECRETS_FILE: file, SECRET: `pl_${RANDOM}` };
    spawnSync(process.execPath, [flag, watch, ...args], { env });
    const found = existsSync(file);
    rmSync(file, { force: true });
    return found;
  };
  assert.ok(isFound(write('main.mjs', `console.log(${SECRET})`), 'serve'));
  assert.ok(isFound(write('main.mjs', starts), 'serve'));
  assert.ok(isFound(write('backgroundProcess.mjs', `console.log(${SECRET})`)));
  assert.ok(isFound(write('backgroundProcess.mjs', starts)));
  assert.not.ok(isFound(write('main.mjs', `console.log(${SECRET})`), 'keys', 'create'));
  folder.remove();
});

test.run();
