import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './processMemory.ts';

const ROOT = join(import.meta.dirname, '..');

/** As `npm start` runs it: many short-lived objects a request want room, or they are collected while still in use. */
export const ROOM = '--max-semi-space-size=64';

/** A process under measurement, on one core. */
export interface PinnedServer {
  readonly url: URL;
  /** An API key, where the process printed one. */
  readonly key: string | null;
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends it and the processes it has started, at once. */
  kill(): Promise<void>;
}

/** Starts the built service on one core: what a customer runs, not what a loader makes of the source. */
export function startService(
  core: number | string,
  env: Readonly<Record<string, string>>,
): Promise<PinnedServer> {
  return startPinned(core, [ROOM, 'dist/cli/postledger.js', 'serve'], env);
}

/** Folds what earlier servers have left: a process with the api role alone takes no sends before that. */
export async function foldAll(core: number, env: Readonly<Record<string, string>>): Promise<void> {
  const service = await startService(core, { ...env, POSTLEDGER_ROLES: 'api,projector' });
  await service.stop();
}

/** Starts `node` with the given arguments on one core and resolves when it says where it listens. */
export async function startPinned(
  core: number | string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<PinnedServer> {
  const child: ChildProcess = spawn('taskset', ['-c', String(core), process.execPath, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = /listening on (http:\/\/\S+)/i.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    url: new URL(url),
    key: output.includes('first.key')
      ? readFileSync(join(env.POSTLEDGER_DATA ?? '', 'first.key'), 'utf8').trim()
      : null,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
    async kill() {
      const gone = once(child, 'exit');
      const all = [...childrenOf(child.pid ?? 0), child.pid ?? 0];
      for (const pid of all) process.kill(pid, 'SIGKILL');
      await gone;
    },
  };
}

/** Puts this process, the load generator, on a core of its own. */
export function pinMyself(core: number): void {
  spawn('taskset', ['-pc', String(core), String(process.pid)], { stdio: 'ignore' });
}
