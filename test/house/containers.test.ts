import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';

const test = suite('issue 27, 12: containers');
const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
const small = readFileSync(join(ROOT, 'compose.small.yaml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

test('compose publishes ports on loopback alone', () => {
  const lists = [...`${compose}${small}`.matchAll(/ports: \[([^\]]*)\]/g)].map(([, list]) => list ?? '');
  const ports = lists.flatMap((list) => [...list.matchAll(/"([^"]*)"/g)].map(([, port]) => port ?? ''));
  assert.is(ports.length, 4);
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
  for (const container of [block, small])
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'no-new-privileges:true',
      'mem_limit:',
      'pids_limit:',
    ]) {
      assert.ok(container.includes(line), `${line} is missing`);
    }
});

test('each process of the service has a health check on a port that it listens on', () => {
  const checks = [...`${compose}${small}`.matchAll(/127\.0\.0\.1:(\d+)\/readyz/g)].map(([, port]) => port);
  assert.equal(checks, ['3025', '3027', '3027']);
  for (const file of [compose, small]) assert.match(file, 'POSTLEDGER_ADMIN_PORT: 3027');
});

test('the image installs packages before it copies src, and runs Node 24', () => {
  const install = dockerfile.indexOf('RUN npm ci');
  assert.ok(install > 0 && install < dockerfile.indexOf('COPY src'));
  const froms = dockerfile.split('\n').filter((line) => line.startsWith('FROM '));
  assert.equal(froms.length, 2);
  for (const from of froms) assert.ok(from.startsWith('FROM $' + '{NODE_IMAGE}'), from);
  assert.match(dockerfile, /^ARG NODE_IMAGE=node:24-/m, 'a build may name its digest');
});

test('issue 50, 5: neither image nor unit leaves a debugger, a core dump or shared memory behind', () => {
  const unit = readFileSync(join(ROOT, 'ops', 'systemd', 'postledger.service'), 'utf8').split('\n');
  for (const line of ['LimitCORE=0', 'ProtectProc=invisible', 'RemoveIPC=yes'])
    assert.ok(unit.includes(line), `${line} is missing`);
  assert.match(dockerfile, /^CMD \["node", "--disable-sigusr1",/m);
});

test.run();
