// runs in: test:all

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { runCli } from '../../src/cli/run.ts';
import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';

const test = suite('a service with two events and nothing to do');

/** Time that passes so much faster than it does: an hour takes three seconds. */
const FASTER = 1_200;
const COMMANDS = [
  'workspaces list',
  'keys list',
  'domains list',
  'numbers list',
  'sms-templates list',
  'suppressions list',
  'hooks list',
  'webhooks dead',
  'projections status',
  'projections verify',
  'doctor',
  'audit show workspace-none',
];

function shiftedClock(): Clock & { readonly startedAtMs: number } {
  const startedAtMs = performance.now();
  const passedMs = () => (performance.now() - startedAtMs) * FASTER;
  const beganAtMs = Date.now();
  return {
    startedAtMs,
    nowMs: () => Math.floor(beganAtMs + passedMs()),
    monotonicMs: passedMs,
    sleep: (ms, signal) => wallClock.sleep(Math.max(1, ms / FASTER), signal),
    turn: wallClock.turn,
  };
}

/** Every file of a folder with the time of its last change and its size. */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, `${statSync(path).mtimeMs} ${statSync(path).size}`]),
  );
}

test('writes nothing for an hour; then every command, a second service and a restart find all well', async () => {
  const folder = temporaryFolder();
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_PORT: '0',
    POSTLEDGER_ROLES: 'api,projector,sender,dispatcher',
    POSTLEDGER_LOG_LEVEL: 'silent',
  };
  const start = async (clock: Clock = wallClock) => {
    const settings = readSettings(env);
    const ports = await openPorts(settings);
    return startService(settings, { ...ports, clock });
  };
  const service = await start(shiftedClock());
  const command = async (line: string) => {
    let printed = '';
    const print = (text: string) => {
      printed += text;
    };
    const host = { env, stdout: print, stderr: print, isWatched: false, open: openDependencies };
    return { exitCode: await runCli(line.split(' '), host), printed };
  };

  // What follows the first key: folds, checkpoints, and the reports of the start.
  await wallClock.sleep(1_500);
  const before = filesOf(folder.path);
  await wallClock.sleep(3_600_000 / FASTER);
  assert.equal(filesOf(folder.path), before, 'an hour passes and no file changes');

  for (const line of COMMANDS) {
    const { printed } = await command(line);
    assert.not.match(printed, /is ahead of the log|stop every process|is damaged/, line);
  }
  const second = await start();
  await second.stop();
  await service.stop();
  await (await start()).stop();
  assert.not.ok(readdirSync(folder.path).some((name) => /ahead|damaged|condemned/.test(name)));
  folder.remove();
});

test.run();
