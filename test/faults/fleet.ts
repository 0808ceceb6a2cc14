import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runCli } from '../e2e/deployment.ts';
import { type HttpsReceiver, httpsReceiver } from '../support/httpsReceiver.ts';
import { nodeArguments } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { type SmtpSink, smtpSink } from '../support/smtpSink.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type LedgerReader, ledgerReader } from './ledgerReader.ts';
import { type ProxiedEngines, proxiedEngines } from './proxiedEngines.ts';

const WORKER_ROLES = 'projector,sender,dispatcher';

/** A worker says that it runs once it has caught up, which takes its time beside clients that go on. */
const START_MS = 120_000;

/** What a process of the service runs, where it is not the product as it is. */
export interface ProcessOptions {
  readonly program?: readonly string[];
  readonly args?: readonly string[];
  readonly roles?: string;
}

/** More than a sender waits before it takes another's claim for abandoned (ten minutes), and than most retries wait. */
export const LATER_BY_MS = 11 * 60_000;

/** A process whose clock is that much ahead, for what would come to its end only then. */
export const LATER: ProcessOptions = {
  program: nodeArguments('test/faults/laterService'),
  args: [String(LATER_BY_MS)],
};

/** One api process and workers over the engines, and the world outside: a mail server, a customer's receiver. */
export interface Fleet {
  readonly engines: ProxiedEngines;
  readonly api: ServiceProcess;
  readonly key: string;
  /** Secret of the endpoint at the receiver, which wants every kind. */
  readonly secret: string;
  readonly sink: SmtpSink;
  readonly receiver: HttpsReceiver;
  readonly ledger: LedgerReader;
  /** Starts one more worker; the fleet ends it with the rest. */
  startWorker(options?: ProcessOptions): Promise<ServiceProcess>;
  /** The last that each process has written, for a test that fails. */
  outputs(): string;
  cli(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Characters of each process's output that a failed test shows. */
const MAX_OUTPUT = 4_000;

/** Starts the engines and an api process. The test file says `needs` for the engines first. */
export async function startFleet(): Promise<Fleet> {
  const folder = temporaryFolder();
  const engines = await proxiedEngines(folder.path);
  const receiver = await httpsReceiver();
  const sink = await smtpSink();
  const caFile = join(folder.path, 'ca.pem');
  writeFileSync(caFile, receiver.ca);
  const env = {
    ...engines.env,
    POSTLEDGER_DATA: join(folder.path, 'data'),
    POSTLEDGER_PACE_PER_SECOND: '100000',
    POSTLEDGER_PACE_PER_DAY: '100000000',
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    POSTLEDGER_MASTER_KEY: 'a1'.repeat(32),
    POSTLEDGER_LOG_LEVEL: 'warn',
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: caFile,
  };
  const processes: ServiceProcess[] = [];
  const startWorker = async ({ roles = WORKER_ROLES, ...options }: ProcessOptions = {}) => {
    const started = await startServiceProcess({
      env: { ...env, POSTLEDGER_ROLES: roles },
      timeoutMs: START_MS,
      ...options,
    });
    processes.push(started);
    return started;
  };
  let ledger: LedgerReader | null = null;
  const close = async () => {
    // Whatever a failed test left standing still must be able to end.
    for (const one of processes) one.resume();
    await Promise.all(processes.map((one) => one.kill()));
    await ledger?.close();
    await Promise.all([receiver.close(), sink.close(), engines.close()]);
    folder.remove();
  };
  try {
    // The api says that it runs once a projector has folded the first key, which either of the two has made.
    const [api, first] = await Promise.all([
      startWorker({ roles: 'api' }),
      startWorker({ roles: 'projector' }),
    ]);
    const key = api.firstKey ?? first.firstKey;
    assert.ok(key, 'the first start prints a key');
    ledger = await ledgerReader(join(folder.path, 'reader'), {
      EVENTSTORE_URL: engines.eventStore.directUrl,
      MONGODB_URL: engines.mongo.directUrl,
      REDIS_URL: engines.redis.directUrl,
    });
    const secret = await createEndpoint(api.url, key, receiver.url);
    await first.stop();
    return {
      engines,
      api,
      key,
      secret,
      sink,
      receiver,
      ledger,
      startWorker,
      outputs: () => processes.map((one) => one.output().slice(-MAX_OUTPUT)).join('\n\n'),
      cli: (...args) => runCli(env, args),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createEndpoint(url: string, key: string, receiverUrl: string): Promise<string> {
  for (let look = 0; ; look++) {
    const answer = await fetch(`${url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'faults', url: receiverUrl, events: ['*'] }),
    });
    if ((answer.status === 401 || answer.status === 503) && look < 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    assert.is(answer.status, 201, await answer.clone().text());
    return ((await answer.json()) as { secret: string }).secret;
  }
}
