import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { programInPath } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** A real server under a test's control, on loopback, with a folder of its own that outlives restarts. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Of the running process; another one after `restart`. */
  readonly pid: number;
  /** SIGKILL. Resolves when the process is gone; the data stay. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, killing it first when it still runs. Resolves when it listens. */
  restart(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing is answered. */
  pause(): void;
  /** SIGCONT. */
  resume(): void;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export type EngineName = 'redis' | 'mongo';

/** Why the first of them that is missing cannot be started here; null when none is missing. */
export function whyMissing(...names: readonly EngineName[]): string | null {
  if (names.includes('redis') && programInPath('redis-server') === null)
    return 'redis-server is not installed (apt-get install redis-server)';
  if (names.includes('mongo') && !existsSync(join(MONGO_BIN, 'stamp')))
    return 'the MongoDB-protocol server is not built (run test/servers/build.sh; it needs a JDK and Maven)';
  if (names.includes('mongo') && programInPath('java') === null)
    return 'java is not installed (apt-get install default-jre-headless)';
  return null;
}

const MONGO_BIN = join(ROOT, 'test', 'servers', 'bin');

/** Redis as Debian installs it; `args`: more of its settings. */
export async function startRedis(...args: readonly string[]): Promise<TestServer> {
  const reason = whyMissing('redis');
  if (reason !== null) throw new Error(reason);
  return start('redis', (port, folder) => [
    'redis-server',
    ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    ...args,
  ]);
}

/** The MongoDB-protocol server that build.sh makes. It holds its documents in memory: near `heapMiB` it is slow. */
export async function startMongo({ heapMiB = 256 } = {}): Promise<TestServer> {
  const reason = whyMissing('mongo');
  if (reason !== null) throw new Error(reason);
  return start('mongodb', (port, folder) => [
    'java',
    // Small and quick to start: several test files may each have one.
    ...[`-Xmx${heapMiB}m`, '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'],
    ...['-cp', [join(MONGO_BIN, 'classes'), join(MONGO_BIN, 'jars', '*')].join(delimiter)],
    ...['MongoServerMain', `${port}`, folder],
  ]);
}

async function start(
  scheme: string,
  commandFor: (port: number, folder: string) => readonly string[],
): Promise<TestServer> {
  const folder = temporaryFolder();
  const port = await freePort();
  const [command = '', ...argumentList] = commandFor(port, folder.path);
  let child: ChildProcess | null = null;

  const launch = async () => {
    const launched = spawn(command, argumentList, { stdio: ['ignore', 'ignore', 'inherit'] });
    child = launched;
    // A test that forgets to stop its server must not leave it behind.
    const end = () => launched.kill('SIGKILL');
    process.once('exit', end);
    launched.once('exit', () => process.removeListener('exit', end));
    await listening(launched, port);
  };
  const kill = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  await launch();
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    kill,
    restart: async () => {
      await kill();
      await launch();
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop: async () => {
      await kill();
      folder.remove();
    },
  };
}

/** A port that nobody listens on at this moment: some servers take no port 0. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  let failed: Error | null = null;
  child.once('error', (error) => {
    failed = error;
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (failed !== null) throw failed;
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}`);
    const answered = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).once('error', () => resolve(false));
    });
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no server listens on port ${port}`);
}
