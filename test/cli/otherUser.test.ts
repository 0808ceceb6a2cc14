// runs in: test:all

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { begunLedger } from '../support/begunLedger.ts';
import { missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('commands of another user than that of the data folder');
/** Some user who owns nothing. */
const USER = '12345';

test('are told that they may not look into it, and not that nothing is there', async () => {
  const none = missingTool('setpriv');
  if (none !== null) return skipped(none);
  if (process.getuid?.() !== 0) return skipped('only root can run a command as another user (run as root)');
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await begunLedger({ POSTLEDGER_DATA: data });
  chmodSync(folder.path, 0o755);
  chmodSync(data, 0o700);
  const before = readdirSync(data).sort();
  const answering = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
  await once(answering, 'listening');
  answering.unref();
  const { port } = answering.address() as AddressInfo;
  const run = (...line: string[]) => {
    const args = [`--reuid=${USER}`, '--clear-groups', process.execPath, ...COMMAND_LINE, ...line];
    const env = { PATH: process.env.PATH, POSTLEDGER_DATA: data, POSTLEDGER_PORT: String(port) };
    return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile('setpriv', args, { env, timeout: 60_000 }, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      );
    });
  };
  const runAs = `${data} may be read by its owner alone: run as root, as in \`sudo -u root postledger …\`.`;
  for (const [line, says] of [
    ['keys list', [runAs]],
    ['bounces list', [`warning: ${runAs}`, 'EACCES: permission denied']],
    ['audit verify', [runAs]],
    ['backup /nowhere', [`warning: ${runAs}`, 'EACCES: permission denied']],
  ] as const) {
    const { status, stdout, stderr } = await run(...line.split(' '));
    assert.equal([status, stdout], [1, ''], `${line}: ${stderr}`);
    const lines = stderr.trim().split('\n');
    for (const [n, part] of says.entries()) assert.ok(lines[n]?.startsWith(`postledger: ${part}`), stderr);
    assert.is(lines.length, says.length, stderr);
  }
  const { checks } = JSON.parse((await run('doctor', '--json')).stdout);
  for (const name of ['service', 'data folder', 'master key', 'ledger']) {
    const check = checks.find((each: { name: string }) => each.name === name);
    assert.is(check.ok, false, name);
    assert.match(check.says, 'permission denied', name);
  }
  assert.equal(readdirSync(data).sort(), before);
  answering.close();
  folder.remove();
});

test.run();
