import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeArguments } from '../support/project.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { secretsIn } from './runner/secretForms.ts';

const test = suite('issue 50, 1: secrets in the output of a run of the tests');

const RANDOM = 'aB-_9'.repeat(9).slice(0, 43);

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
  ]) {
    const found = secretsIn(`said: ${text}`);
    assert.ok(found.length > 0, text);
    assert.not.match(found.join(), RANDOM.slice(8, 24), text);
  }
  for (const text of ['/login/:secret', '/u/:token', 'pl_…', 'Bearer realm="postledger"', 'whsec_[redacted]'])
    assert.equal(secretsIn(text), [], text);
});

test('a process that writes one to its log is found, in whichever way it writes', () => {
  const folder = temporaryFolder();
  const [flag = '', watch = ''] = nodeArguments('test/house/runner/fileProgram');
  const file = join(folder.path, 'found.txt');
  const said = (program: string, ...args: string[]) => {
    const env = { ...process.env, TEST_SECRETS_FILE: file, SECRET: `pl_${RANDOM}` };
    spawnSync(process.execPath, [flag, watch, '--input-type=module', '-e', program, ...args], { env });
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  };
  const { SECRET } = { SECRET: 'process.env.SECRET' };
  assert.is(said(`console.log(${SECRET})`), 0, 'the result of a command may be one');
  assert.is(said(`console.error('key', ${SECRET})`), 1);
  assert.is(said(`import { writeSync } from 'node:fs'; writeSync(2, ${SECRET})`), 2);
  assert.is(said(`import fs from 'node:fs'; fs.writeSync(2, Buffer.from(${SECRET}))`), 3);
  const pino = `import pino from 'pino'; pino(pino.destination({ dest: 2, sync: true })).info(${SECRET})`;
  assert.is(said(pino), 4);
  assert.not.match(readFileSync(file, 'utf8'), RANDOM);
  folder.remove();
});

test.run();
