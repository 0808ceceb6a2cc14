import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BareRate } from './bareWebhooks.ts';
import { inBenchFolder } from './benchFolder.ts';
import { pinMyself, ROOM } from './pinned.ts';
import type { Arrivals, ReceiverAnswer, ReceiverQuestion } from './webhookReceiver.ts';
import type { ServiceAnswer, ServiceQuestion } from './webhookService.ts';

/** A receiver and a dispatcher in processes of their own, over a fresh folder. */
export interface WebhookBench {
  /** Creates an endpoint of a workspace; `path` says how the receiver answers. Resolves with its id. */
  endpoint(workspace: string, path: string): Promise<string>;
  ask(question: ServiceQuestion): Promise<ServiceAnswer>;
  /** What has arrived at a path since the last reset. */
  arrivals(path: string): Promise<Arrivals>;
  reset(): void;
  /** Has another process write the events while the service is paused; resolves when it runs again. */
  writtenWhilePaused(questions: readonly ServiceQuestion[]): Promise<void>;
  /** Resolves when so many have arrived at a path, or the time is over. */
  until(path: string, count: number, timeoutMs: number): Promise<Arrivals>;
  url(path: string): string;
  readonly caFile: string;
  readonly data: string;
}

const NONE: Arrivals = { count: 0, latenciesMs: [], firstAtMs: 0, lastAtMs: 0, mostOpen: 0 };
const LOOK_MS = 50;
/** The measured process, the service or the bare client, has one core, and everything around it the other. */
const MEASURED_CORE = 0;
const OTHER_CORE = 1;
/** A folder for the processor profiles of the service; it then ends by itself, since a killed process writes none. */
const PROFILES = process.env.BENCH_PROFILES;

export async function inWebhookBench(work: (bench: WebhookBench) => Promise<void>): Promise<void> {
  await inBenchFolder(async (data) => {
    pinMyself(OTHER_CORE);
    const [receiver, silent] = [listeningReceiver(), listeningReceiver()];
    const { port, ca } = await receiver.listening;
    const { port: silentPort, ca: silentCa } = await silent.listening;
    const caFile = `${data}-ca.pem`;
    writeFileSync(caFile, `${ca}\n${silentCa}`);
    const env = {
      POSTLEDGER_DATA: data,
      POSTLEDGER_ROLES: 'projector,dispatcher',
      POSTLEDGER_LOG_LEVEL: 'error',
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: caFile,
    };
    const service = child('webhookService.ts', MEASURED_CORE, env, [], profiling);
    await answerOf<ServiceAnswer>(service);
    const writer = child('webhookService.ts', OTHER_CORE, env);
    await answerOf<ServiceAnswer>(writer);
    // Those who never answer are a process of their own: what their handshakes cost it delays no other receiver's answers.
    const url = (path: string) => `https://127.0.0.1:${path.startsWith('/hang') ? silentPort : port}${path}`;
    const askOf = (process: ChildProcess) => async (question: ServiceQuestion) => {
      const answer = answerOf<ServiceAnswer>(process);
      process.send(question);
      return answer;
    };
    const ask = askOf(service);
    const arrivals = async (path: string) => {
      const asked = path.startsWith('/hang') ? silent.process : receiver.process;
      const answer = answerOf<ReceiverAnswer>(asked);
      asked.send({ kind: 'report' } satisfies ReceiverQuestion);
      const report = await answer;
      return (report.kind === 'report' ? report.arrivals[path] : undefined) ?? NONE;
    };
    try {
      await work({
        url,
        caFile,
        data,
        ask,
        arrivals,
        reset: () => void receiver.process.send({ kind: 'reset' } satisfies ReceiverQuestion),
        async writtenWhilePaused(questions) {
          service.kill('SIGSTOP');
          try {
            for (const question of questions) await askOf(writer)(question);
          } finally {
            service.kill('SIGCONT');
          }
        },
        async endpoint(workspace, path) {
          const answer = await ask({ kind: 'endpoint', workspace, url: url(path) });
          return answer.kind === 'endpoint' ? answer.endpointId : '';
        },
        async until(path, count, timeoutMs) {
          const endsAtMs = performance.now() + timeoutMs;
          for (;;) {
            const seen = await arrivals(path);
            if (seen.count >= count || performance.now() > endsAtMs) return seen;
            await sleep(LOOK_MS);
          }
        },
      });
    } finally {
      await (profiling.length > 0 ? endedByItself(service) : ended(service));
      await Promise.all([writer, receiver.process, silent.process].map(ended));
    }
  });
}

function listeningReceiver() {
  const receiver = child('webhookReceiver.ts', OTHER_CORE, {});
  const listening = answerOf<ReceiverAnswer>(receiver).then((answer) => {
    if (answer.kind !== 'listening') throw new Error('the receiver does not listen');
    return answer;
  });
  return { process: receiver, listening };
}

/** Posts a second of the bare client in a process of its own. */
export async function bareRate(caFile: string, seconds: number, urls: readonly string[]): Promise<BareRate> {
  const bare = child('bareWebhooks.ts', MEASURED_CORE, {}, [caFile, String(seconds), ...urls]);
  const bareRate = await answerOf<BareRate>(bare);
  await once(bare, 'exit');
  return bareRate;
}

const profiling = PROFILES === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', PROFILES];

function child(
  file: string,
  core: number,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  options: readonly string[] = [],
): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    execPath: 'taskset',
    execArgv: ['-c', String(core), process.execPath, '--import', 'tsx', ROOM, ...options],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
  });
}

async function answerOf<Answer>(process: ChildProcess): Promise<Answer> {
  const [message] = await once(process, 'message');
  return message as Answer;
}

async function endedByItself(process: ChildProcess): Promise<void> {
  const gone = once(process, 'exit');
  process.disconnect();
  await gone;
}

async function ended(process: ChildProcess): Promise<void> {
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}
