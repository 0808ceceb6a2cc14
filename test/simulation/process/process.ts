import type { App } from '../../../src/api/dependencies.ts';
import { readerNamed } from '../../../src/api/reading/bodyReaders.ts';
import { readBytes } from '../../../src/api/reading/reader.ts';
import type { ReadingThread } from '../../../src/api/reading/readingThread.ts';
import type { Settings } from '../../../src/config.ts';
import { type Service, startService } from '../../../src/main/service.ts';
import type { Ports } from '../../../src/ports/ports.ts';
import type { Journal, ProcessLine } from '../journal.ts';
import type { ProcessPlan } from '../plan.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Driver } from '../time/driver.ts';
import { beginLife, type Life } from '../time/life.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A process of the service, through all its lives. */
export interface SimulatedProcess {
  readonly name: string;
  readonly hasApi: boolean;
  /** Begins a new life; nothing when it lives. Should its start fail, its supervisor starts it again a second later. */
  start(): void;
  /** Asks it to stop, as an operator does: it ends in order. */
  stop(): void;
  /** SIGKILL: nothing of it touches the world any more. */
  kill(why: string): void;
  /** Nothing in it runs for so long; then it goes on with what it believed. */
  pause(lastsMs: number): void;
  /** Whether it answers requests. */
  isReachable(): boolean;
  /** Whether its start has come to its end. */
  runs(): boolean;
  isAlive(): boolean;
  /** Null: no answer came, since it died, or does not listen. */
  request(call: Call): Promise<Answer | null>;
}

export interface ProcessParts {
  readonly plan: ProcessPlan;
  readonly settings: Settings;
  readonly agenda: Agenda;
  readonly driver: Driver;
  readonly journal: Journal;
  readonly portsFor: (life: Life) => Ports;
  /** The leases that it holds, as their store has them. */
  readonly leasesOf: (process: string) => readonly string[];
}

const RESTART_MS = 1_000;
/** A request is on its way for so long in each direction. */
const NETWORK_MS = 0.3;
/** A large body is read for so long, wherever that is done. */
const READING_MS = 20;

export function simulatedProcess(parts: ProcessParts): SimulatedProcess {
  const { plan, settings, agenda, driver, journal } = parts;
  const { name } = plan;
  let number = 0;
  let life: Life | null = null;
  let app: App | null = null;
  let service: Service | null = null;

  const note = (what: ProcessLine['what'], why?: string) =>
    journal.note('processes', { process: name, life: number, what, ...(why !== undefined && { why }) });
  const noteStopped = () => {
    const leases = parts.leasesOf(name);
    journal.note('processes', { process: name, life: number, what: 'stopped', leases });
  };
  const over = () => {
    life?.end();
    life = null;
    app = null;
    service = null;
  };

  const start = () => {
    if (life !== null) return;
    number += 1;
    const own = beginLife(agenda, name, number);
    life = own;
    note('starts');
    const ready = driver.underWay();
    own.onEnd(ready);
    const reach = async (built: App) => {
      ready();
      // A process that was killed while the files of its start were read is not there to answer.
      if (!own.isAlive()) return own.never<string>();
      app = built;
      note('answers');
      return `http://${name}.simulated`;
    };
    const ports = parts.portsFor(own);
    startService(settings, ports, { reach, bodyThread: () => bodyReader(agenda, own) }, plan.bounds).then(
      (begun) => {
        ready();
        if (!own.isAlive()) return;
        service = begun;
        note('runs');
      },
      (error: unknown) => {
        ready();
        if (!own.isAlive()) return;
        note('start failed', String(error));
        over();
        agenda.at(agenda.nowMs() + RESTART_MS, start);
      },
    );
  };

  return {
    name,
    hasApi: plan.roles === 'all' || plan.roles.includes('api'),
    start,
    stop() {
      const own = life;
      if (own === null || service === null) return this.kill('asked to stop before it ran');
      note('stops');
      app = null;
      const stopping = driver.underWay();
      own.onEnd(stopping);
      service.stop().then(() => {
        stopping();
        if (!own.isAlive()) return;
        noteStopped();
        over();
      });
    },
    kill(why) {
      if (life === null) return;
      note('killed', why);
      over();
    },
    pause(lastsMs) {
      const own = life;
      if (own === null || own.isPaused()) return;
      note('paused', `for ${lastsMs} ms`);
      own.pause();
      agenda.at(agenda.nowMs() + lastsMs, () => {
        if (!own.isAlive()) return;
        note('goes on');
        own.goOn();
      });
    },
    isReachable: () => app !== null,
    runs: () => service !== null,
    isAlive: () => life !== null,
    request: (call) => requestTo({ agenda, driver }, life, app, call),
  };
}

function requestTo(
  { agenda, driver }: Pick<ProcessParts, 'agenda' | 'driver'>,
  life: Life | null,
  app: App | null,
  { method, url, headers, body }: Call,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const lost = () => agenda.at(agenda.nowMs() + NETWORK_MS, () => resolve(null));
    if (life === null || app === null) return void lost();
    life.onEnd(lost);
    life.at(agenda.nowMs() + NETWORK_MS, () => {
      const over = driver.underWay();
      life.onEnd(over);
      const sent = {
        method,
        url,
        headers,
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      app.inject(sent).then(({ statusCode, payload }) => {
        over();
        life.at(agenda.nowMs() + NETWORK_MS, () => resolve({ status: statusCode, text: payload }));
      }, over);
    });
  });
}

/** Reads large bodies at a moment of their own, as a thread does, without being one. */
function bodyReader(agenda: Agenda, life: Life): ReadingThread {
  return {
    dead: false,
    read: ({ reader, parts }) =>
      new Promise((resolve) => {
        const read = readerNamed(reader);
        life.at(agenda.nowMs() + READING_MS, () => resolve(readBytes(read, Buffer.concat(parts))));
      }),
    end: async () => {},
  };
}
