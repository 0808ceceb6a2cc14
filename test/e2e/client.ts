import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 30;

/** A customer's client of the native interface. */
export interface Client {
  /** Resolves with the parsed answer; rejects on any other status than expected. */
  call<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    expected: number,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  status(method: string, path: string, key?: string): Promise<number>;
  /** Calls of one after another of the processes. */
  send(body: unknown, idempotencyKey: string): Promise<{ readonly id: string } & Record<string, unknown>>;
}

/** Under load a connection may take longer than the client waits: no request was sent yet, so it is opened again. */
export async function connected(url: string, init: RequestInit): Promise<Response> {
  for (let again = 0; ; again++)
    try {
      return await fetch(url, init);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (code !== 'UND_ERR_CONNECT_TIMEOUT' || again === TRIES)
        throw new Error(`${init.method} ${url} failed: ${code}`, { cause: error });
    }
}

export function client(urls: readonly string[], key: string): Client {
  let turn = 0;
  const next = () => urls[turn++ % urls.length] ?? '';
  const request = (
    method: string,
    path: string,
    apiKey: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) =>
    connected(next() + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const self: Client = {
    async call<Answer>(
      method: string,
      path: string,
      expected: number,
      body?: unknown,
      headers?: Readonly<Record<string, string>>,
    ) {
      let answer = await request(method, path, key, body, headers);
      // As the answer asks for it: a service under load, or beside an engine that went away, is asked again later.
      for (let again = 0; answer.status === 503 && again < TRIES; again++) {
        await answer.body?.cancel();
        await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
        answer = await request(method, path, key, body, headers);
      }
      const text = await answer.text();
      if (answer.status !== expected) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return (text === '' ? {} : JSON.parse(text)) as Answer;
    },
    status: async (method, path, apiKey = key) => (await request(method, path, apiKey)).status,
    send: (body, idempotencyKey) =>
      self.call('POST', '/v1/emails', 202, body, { 'idempotency-key': idempotencyKey }),
  };
  return self;
}
