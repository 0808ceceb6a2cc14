import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBenchFolder } from './benchFolder.ts';
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
  /** Resolves when so many have arrived at a path, or the time is over. */
  until(path: string, count: number, timeoutMs: number): Promise<Arrivals>;
  url(path: string): string;
  readonly caFile: string;
  readonly data: string;
}

const NONE: Arrivals = { count: 0, latenciesMs: [], firstAtMs: 0, lastAtMs: 0, mostOpen: 0 };
const LOOK_MS = 50;

export async function inWebhookBench(work: (bench: WebhookBench) => Promise<void>): Promise<void> {
  await inBenchFolder(async (data) => {
    const receiver = child('webhookReceiver.ts', {});
    const listening = await answerOf<ReceiverAnswer>(receiver);
    if (listening.kind !== 'listening') throw new Error('the receiver does not listen');
    const caFile = `${data}-ca.pem`;
    writeFileSync(caFile, listening.ca);
    const service = child('webhookService.ts', {
      POSTLEDGER_DATA: data,
      POSTLEDGER_ROLES: 'projector,dispatcher',
      POSTLEDGER_LOG_LEVEL: 'error',
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: caFile,
    });
    await answerOf<ServiceAnswer>(service);
    const url = (path: string) => `https://127.0.0.1:${listening.port}${path}`;
    const ask = async (question: ServiceQuestion) => {
      const answer = answerOf<ServiceAnswer>(service);
      service.send(question);
      return answer;
    };
    const arrivals = async (path: string) => {
      const answer = answerOf<ReceiverAnswer>(receiver);
      receiver.send({ kind: 'report' } satisfies ReceiverQuestion);
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
        reset: () => void receiver.send({ kind: 'reset' } satisfies ReceiverQuestion),
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
      await Promise.all([service, receiver].map(ended));
    }
  });
}

/** Posts a second of the bare client in a process of its own. */
export async function bareRate(caFile: string, seconds: number, urls: readonly string[]): Promise<number> {
  const bare = child('bareWebhooks.ts', {}, [caFile, String(seconds), ...urls]);
  const perSecond = await answerOf<number>(bare);
  await once(bare, 'exit');
  return perSecond;
}

function child(
  file: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    execArgv: ['--import', 'tsx', '--max-semi-space-size=64'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
  });
}

async function answerOf<Answer>(process: ChildProcess): Promise<Answer> {
  const [message] = await once(process, 'message');
  return message as Answer;
}

async function ended(process: ChildProcess): Promise<void> {
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}
