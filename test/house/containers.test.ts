import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';

const test = suite('containers (issue 27, point 12)');
const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

test('compose publishes ports on loopback alone', () => {
  const ports = [...compose.matchAll(/ports: \["([^"]*)"\]/g)].map(([, port]) => port ?? '');
  assert.is(ports.length, 2);
  assert.equal(
    ports.filter((port) => !port.startsWith('127.0.0.1:')),
    [],
  );
});

test('every image of compose has bounded logs', () => {
  const images = compose.split('\n').filter((line) => /^ +image: /.test(line));
  const logged = compose.split('\n').filter((line) => /^ +logging: \*logging$/.test(line));
  assert.is(logged.length, images.length);
});

test('the containers of the service can write little and have no rights', () => {
  const block = /^x-postledger:[^\n]*\n((?: .*\n)+)/m.exec(compose)?.[1] ?? '';
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    'no-new-privileges:true',
    'mem_limit:',
    'pids_limit:',
  ]) {
    assert.ok(block.includes(line), `${line} is missing`);
  }
});

test('the image installs packages before it copies src, and runs Node 24', () => {
  const install = dockerfile.indexOf('RUN npm ci');
  assert.ok(install > 0 && install < dockerfile.indexOf('COPY src'));
  const froms = dockerfile.split('\n').filter((line) => line.startsWith('FROM '));
  assert.equal(
    froms.filter((line) => !line.startsWith('FROM node:24')),
    [],
  );
});

test.run();
