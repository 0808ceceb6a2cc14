import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requires, requiresMongo } from '../servers/requires.ts';
import { databaseAt } from '../servers/runningMongo.ts';
import { type HttpsReceiver, httpsReceiver } from '../support/httpsReceiver.ts';
import { COMMAND_LINE, nodeArguments, ROOT } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { type SmtpSink, smtpSink } from '../support/smtpSink.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** A running Postledger, however many processes it is, with a customer's receiver and a mail server beside it. */
export interface Deployment {
  /** Where requests are answered: each process with the api role. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly receiver: HttpsReceiver;
  readonly sink: SmtpSink;
  /** Processes without the api role. */
  readonly workers: readonly ServiceProcess[];
  /** Runs a command of the CLI against it. */
  cli(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

interface Engines {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Everything on one data folder, over the embedded adapters: all roles, in two processes. */
export const embedded = (env: Readonly<Record<string, string>> = {}) =>
  deploy(async () => ({ env, close: async () => {} }), ['all']);

/** All roles, in two processes, over EventStoreDB (its double), a MongoDB-protocol server and Redis. */
export const enginesInTwoProcesses = () => deploy(startEngines, ['all']);

/** Two api and two worker processes over the engines. */
export const enginesInFourProcesses = () =>
  deploy(startEngines, ['api', 'api', 'projector,sender,dispatcher', 'projector,sender,dispatcher']);

async function deploy(
  engines: (folder: string) => Promise<Engines>,
  roles: readonly string[],
): Promise<Deployment> {
  const folder = temporaryFolder();
  const started = await engines(folder.path);
  const receiver = await httpsReceiver();
  const sink = await smtpSink();
  const caFile = join(folder.path, 'ca.pem');
  writeFileSync(caFile, receiver.ca);
  const env = {
    POSTLEDGER_DATA: join(folder.path, 'data'),
    POSTLEDGER_PACE_PER_SECOND: '100000',
    POSTLEDGER_PACE_PER_DAY: '100000000',
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    POSTLEDGER_MASTER_KEY: 'a1'.repeat(32),
    POSTLEDGER_LOG_LEVEL: 'error',
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: caFile,
    ...started.env,
  };
  const processes: ServiceProcess[] = await Promise.all(
    roles.map((role) => startServiceProcess({ env: { ...env, POSTLEDGER_ROLES: role } })),
  );
  const key = processes.map(({ firstKey }) => firstKey).find((first) => first !== null);
  if (typeof key !== 'string') throw new Error('no process printed the first key');
  return {
    urls: processes.flatMap(({ url }) => (url === '' ? [] : [url])),
    workers: processes.filter(({ url }) => url === ''),
    key,
    receiver,
    sink,
    cli: (...args) => runCli(env, args),
    async close() {
      await Promise.all(processes.map((one) => one.stop()));
      await receiver.close();
      await sink.close();
      await started.close();
      folder.remove();
    },
  };
}

async function startEngines(folder: string): Promise<Engines> {
  const { redis } = await requires('redis');
  const mongo = await requiresMongo();
  const eventStore = await startEventStore(folder);
  return {
    env: {
      EVENTSTORE_URL: eventStore.url,
      // A server that runs already has databases of its own.
      MONGODB_URL: databaseAt(mongo.url, `e2e_${process.pid}`),
      REDIS_URL: redis.url,
      POSTLEDGER_PARTITIONS: '4',
    },
    async close() {
      await Promise.all([eventStore.close(), mongo.stop(), redis.stop()]);
    },
  };
}

/** The double as a process of its own, or the real server that EVENTSTORE_TEST_URL names. */
async function startEventStore(folder: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const real = process.env.EVENTSTORE_TEST_URL;
  if (real !== undefined) return { url: real, close: async () => {} };
  const child = spawn(
    process.execPath,
    [...nodeArguments('test/double/main'), '--data', join(folder, 'eventstore')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /listening (\d+)/.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error('the event store double ended')));
  });
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a command of the CLI with these settings; resolves with what it printed, rejects when it failed. */
export async function runCli(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> {
  const child = spawn(process.execPath, [...COMMAND_LINE, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`postledger ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}
