import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pinoLog, REDACTED } from '../../../src/adapters/node/pinoLog.ts';

const test = suite('log');

const ORIGIN = { role: 'api', host: 'a.example', pid: 7, version: '1.2.3' };

const logged = (level: 'debug' | 'info' | 'silent' = 'info') => {
  const lines: string[] = [];
  const log = pinoLog(level, ORIGIN, { write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
};

test('an entry is one line of JSON with level, time and message', () => {
  const { log, lines, last } = logged();
  log.warn({ item: 'a', count: 2 }, 'said\nso');
  assert.is(lines.length, 1);
  assert.is(lines[0]?.trimEnd().includes('\n'), false);
  const { level, time, msg, item, count } = last();
  assert.equal([level, msg, item, count], ['warn', 'said\nso', 'a', 2]);
  assert.match(String(time), /^\d{4}-\d\d-\d\dT.*Z$/);
});

test('issue 27, 6: each line says role, host, pid and version of its process', () => {
  const { log, last } = logged();
  log.info({ item: 'a' }, 'said');
  const { role, host, pid, version } = last();
  assert.equal({ role, host, pid, version }, ORIGIN);
});

test('levels below the set one are not written', () => {
  const quiet = logged('silent');
  quiet.log.error({}, 'x');
  assert.is(quiet.lines.length, 0);
  const info = logged('info');
  info.log.debug({}, 'x');
  assert.is(info.lines.length, 0);
});

const SECRET = 'verysecretvalue123';
for (const name of [
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'secret',
  'webhook_secret',
  'clientSecret',
  'password',
  'apiKey',
  'api_key',
  'master-key',
  'key',
  'token',
  'body',
  'raw',
  'html',
  'text',
  'headers',
  'variables',
]) {
  test(`values under ${name} are not written, at any depth`, () => {
    const { log, lines, last } = logged();
    log.info({ [name]: SECRET, deep: [{ [name]: { inner: SECRET } }] }, 'x');
    assert.not.match(lines[0] ?? '', SECRET);
    assert.is(last()[name], REDACTED);
  });
}

test('secrets inside of texts are not written: messages, errors and their causes', () => {
  const { log, lines } = logged();
  const cause = new Error(`GET https://user:${SECRET}@host/path failed`);
  const error = Object.assign(new Error(`Bearer ${SECRET} refused`, { cause }), {
    code: 'EREFUSED',
    request: SECRET,
  });
  log.error({ err: error, note: `signed with whsec_${SECRET}` }, `sent Bearer ${SECRET}`);
  assert.not.match(lines[0] ?? '', SECRET);
  assert.match(lines[0] ?? '', 'EREFUSED');
  assert.match(lines[0] ?? '', 'host/path');
});

test('logging any value does not fail and stays bounded', () => {
  const { log, lines } = logged();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  log.info(
    {
      circle,
      big: 10n,
      bytes: Buffer.alloc(1_000_000),
      long: 'x'.repeat(1_000_000),
      at: new Date(Number.NaN),
    },
    'x',
  );
  assert.is(lines.length, 1);
  assert.ok((lines[0]?.length ?? 0) < 20_000);
});

test('issue 50, 1: API keys and the tokens of our own links are redacted within texts, words are not', () => {
  const { log, last } = logged();
  const token = 'Ab-_9'.repeat(9).slice(0, 43);
  for (const form of ['pl_', '/login/', 'https://console.test/login/', '/u/', '/o/', '/c/', '/hooks/ses/']) {
    log.error({ err: new Error(`${form}${token} failed`), said: `${form}${token}` }, `${form}${token}`);
    assert.not.match(JSON.stringify(last()), token, form);
  }
  for (const plain of ['/login/:secret', '/u/:token', 'pl_ids', '/c/d', 'https://a.example/login/']) {
    log.info({ plain }, plain);
    assert.is(last().plain, plain);
  }
});

test.run();
