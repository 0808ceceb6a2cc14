import type { Chance } from '../chance.ts';
import type { Journal } from '../journal.ts';
import type { ClientAction } from '../plan.ts';
import type { Answer, Call, SimulatedProcess } from '../process/process.ts';
import type { Agenda } from '../time/agenda.ts';
import type { WallClocks } from '../time/wallClocks.ts';

/** What a client of the API has from its operator. */
export interface Account {
  readonly client: string;
  readonly workspace: string;
  readonly apiKey: string;
  /** Null: it sends no text messages. */
  readonly number: string | null;
}

/** Characters of a part of several, as the carrier counts them. */
const PART = 153;
/** The templates that every account with a number has: one for each number of segments. */
export const SMS_TEMPLATES = [1, 2, 3, 4].map((segments) => ({
  name: `of ${segments}`,
  body: `{{ key }}: ${'abc '.repeat(PART).slice(0, (segments - 1) * PART)}`,
}));

export interface ClientsParts {
  readonly agenda: Agenda;
  readonly wall: WallClocks;
  readonly chance: Chance;
  readonly journal: Journal;
  readonly processes: readonly SimulatedProcess[];
  readonly accounts: ReadonlyMap<string, Account>;
}

export interface Clients {
  send(plannedEvent: Extract<ClientAction, { do: 'send' }>): void;
  text(plannedEvent: Extract<ClientAction, { do: 'text' }>): void;
  call(plannedEvent: Extract<ClientAction, { do: 'call' }>): void;
  /** Whether a call has begun lately that waits for its answer. */
  readonly areCalling: boolean;
  /** Calls that wait for an answer, or for their next try. */
  readonly waiting: number;
}

/** A call that takes longer waits for something that takes long, such as a process that is paused. */
const CALLING_MS = 2_000;
/** A client gives up waiting for one answer after this. */
const PATIENCE_MS = 30_000;
/** Whether a process is ready is asked so long before each send: in most cases the answer is there by then. */
const ASKED_BEFORE_MS = 10;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const SEND = { method: 'POST', url: '/v1/emails', headers: { 'content-type': 'application/json' } } as const;

/** Customers: each sends what the plan says, and repeats a call under its key until it is answered for good. */
export function clients({ agenda, wall, chance, journal, processes, accounts }: ClientsParts): Clients {
  /** The ids that calls were answered, by client and key. */
  const idsOf = new Map<string, string>();
  let waiting = 0;
  let inFlight = 0;
  let lastBegunAtMs = 0;

  const ask = (process: SimulatedProcess, call: Call): Promise<Answer | null> =>
    new Promise((resolve) => {
      const tooLong = agenda.at(agenda.nowMs() + PATIENCE_MS, () => resolve(null));
      void process.request(call).then((answer) => {
        tooLong.cancel();
        resolve(answer);
      });
    });

  /** As a balancer asks; null when no answer comes. */
  const isReady = async (process: SimulatedProcess): Promise<boolean | null> => {
    const answer = await ask(process, { method: 'GET', url: '/readyz', headers: {} });
    return answer === null ? null : answer.status === 200;
  };

  /** Whichever process the balancer gives; null when none answers. */
  const anyProcess = (): SimulatedProcess | null => {
    const [first, ...others] = processes.filter((one) => one.isReachable());
    return first === undefined ? null : chance.of([first, ...others]);
  };

  const call = async (
    account: Account,
    key: string,
    { method, url, body, headers: own }: Call,
    pauseMs = FIRST_PAUSE_MS,
  ): Promise<void> => {
    const { client, workspace, apiKey } = account;
    const process = anyProcess();
    const begunAtMs = agenda.nowMs();
    const headers = { ...own, authorization: `Bearer ${apiKey}`, 'idempotency-key': key };
    const request: Call = { method, url, headers, ...(body !== null && { body }) };
    const isSend = url === SEND.url && method === SEND.method;
    inFlight += 1;
    lastBegunAtMs = begunAtMs;
    const isReadyBefore = { is: null as boolean | null };
    if (process !== null) {
      void isReady(process).then((is) => {
        isReadyBefore.is = is;
      });
      await new Promise<void>((resolve) => agenda.at(agenda.nowMs() + ASKED_BEFORE_MS, resolve));
    }
    const before = isReadyBefore.is;
    const answer = process === null ? null : await ask(process, request);
    inFlight -= 1;
    if (process !== null && isSend)
      void isReady(process).then((isReadyAfter) => {
        const { code = null } = answer === null ? {} : (JSON.parse(answer.text) as { code?: string });
        const status = answer?.status ?? null;
        journal.note('readiness', {
          ...{ process: process.name, isReadyBefore: before, isReadyAfter, status, code, begunAtMs },
        });
      });
    const said: unknown = answer === null || answer.text === '' ? null : JSON.parse(answer.text);
    if (process !== null)
      journal.note('clients', {
        ...{ client, workspace, process: process.name, call: `${method} ${url}`, key, sent: body, begunAtMs },
        ...{ status: answer?.status ?? null, answer: said },
      });
    const { id } = (said ?? {}) as { readonly id?: string };
    if (id !== undefined) idsOf.set(`${client} ${key}`, id);
    const isFinal = answer !== null && answer.status < 500 && answer.status !== 429;
    if (isFinal) {
      waiting -= 1;
      return;
    }
    const nextPauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    agenda.at(
      agenda.nowMs() + pauseMs * chance.between(0.5, 1),
      () => void call(account, key, request, nextPauseMs),
    );
  };

  const accountOf = (client: string): Account => {
    const account = accounts.get(client);
    if (account === undefined) throw new Error(`no account of ${client}`);
    return account;
  };
  /** With ids in the place of what stands for them. A call that was never answered has none: it is refused then. */
  const withIds = (client: string, text: string) =>
    text.replace(/\{([^{}]+)\.id\}/g, (all, key: string) => idsOf.get(`${client} ${key}`) ?? all);

  return {
    send({ client, key, to, laterMs, callsAtOnce, stream }) {
      const account = accountOf(client);
      const body = {
        from: `Sender <news@${client.replaceAll(' ', '-')}.test>`,
        to,
        subject: `Message ${key}`,
        html: `<p>Hello, this is ${key}. <a href="https://shop.test/${key}">A link</a></p>`,
        ...(stream !== undefined && { message_stream: stream }),
        ...(laterMs > 0 && { scheduled_for: new Date(wall.outsideMs() + laterMs).toISOString() }),
      };
      for (let calls = 0; calls < callsAtOnce; calls += 1) {
        waiting += 1;
        void call(account, key, { ...SEND, body });
      }
    },
    text({ client, key, to, segments, callsAtOnce }) {
      const account = accountOf(client);
      const body = {
        ...{ from: account.number, to, template: `of ${segments}`, variables: { key } },
        consent_basis: 'transactional',
      };
      for (let calls = 0; calls < callsAtOnce; calls += 1) {
        waiting += 1;
        void call(account, key, { ...SEND, url: '/v1/sms', body });
      }
    },
    call({ client, key, method, path, body, headers = {} }) {
      waiting += 1;
      void call(accountOf(client), key, {
        ...{ method, url: withIds(client, path) },
        headers: { ...(body === null ? {} : SEND.headers), ...headers },
        body: body === null ? null : JSON.parse(withIds(client, JSON.stringify(body))),
      });
    },
    get areCalling() {
      return inFlight > 0 && agenda.nowMs() - lastBegunAtMs < CALLING_MS;
    },
    get waiting() {
      return waiting;
    },
  };
}
