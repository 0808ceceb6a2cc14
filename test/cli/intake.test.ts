import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { unmatchedFiles } from '../../src/adapters/outbox/unmatchedFiles.ts';
import { hookRouteOf } from '../../src/intake/hooks/takeHook.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { terminal } from './terminal.ts';

const test = suite('commands of the intake');

test('hooks list gives an address a route, each of which opens its own', async () => {
  const cli = await terminal({ POSTLEDGER_BASE_URL: 'https://mail.a.example' });
  const { data } = await cli.json('hooks list');
  const tokens = signedTokens(Buffer.alloc(32, 5));
  for (const { route, url } of data as { route: string; url: string }[]) {
    const [, named, token] = /^https:\/\/mail\.a\.example\/hooks\/(\w+)\/([\w-]+)$/.exec(url) ?? [];
    assert.is(named, route);
    assert.is(hookRouteOf(tokens, route, token ?? ''), route);
  }
  assert.equal(
    data.map(({ route }: { route: string }) => route),
    ['ses', 'kumomta', 'postal'],
  );
});

test('bounces list shows what is kept, newest first, up to a limit', async () => {
  const folder = temporaryFolder();
  const cli = await terminal({ POSTLEDGER_DATA: folder.path });
  assert.match((await cli.run('bounces list')).stdout, 'Nothing is kept.');
  const files = unmatchedFiles(join(folder.path, 'unmatched-mail'));
  for (const n of [1, 2]) {
    const mail = {
      atMs: n,
      why: 'no delivery',
      sender: '',
      recipients: ['x@b.example'],
      remoteAddress: '::1',
    };
    await files.keep(mail, Buffer.from(`Subject: ${n}\r\n\r\n`));
  }
  const { data } = await cli.json('bounces list --limit 1');
  assert.is(data.length, 1);
  assert.is(data[0].subject, '2');
  assert.is(data[0].received_at, '1970-01-01T00:00:00.002Z');
  assert.match((await cli.run('bounces list')).stdout, /RECEIVED +WHY +SUBJECT +FILE/);
  assert.is((await cli.run('bounces list --limit 0')).exitCode, 1);
  folder.remove();
});

test.run();
