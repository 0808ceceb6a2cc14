import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Certificate, selfSigned } from './certificate.ts';

/** One webhook as it arrived. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body: what the signature is over. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly receivedAtMs: number;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly afterMs?: number;
}

export interface HttpsReceiver {
  /** `https://127.0.0.1:PORT/webhooks`. */
  readonly url: string;
  /** PEM to trust: give it to `httpPoster({ ca })`, or in a file to NODE_EXTRA_CA_CERTS. */
  readonly ca: string;
  readonly received: readonly ReceivedWebhook[];
  /** TLS connections that were opened. */
  readonly connections: number;
  /** The next webhook that nobody has taken yet. */
  next(timeoutMs?: number): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

/** A customer's HTTPS server on loopback, with a certificate of its own; answers 200 unless told otherwise. */
export async function httpsReceiver(
  options: {
    readonly answer?: (webhook: ReceivedWebhook, index: number) => WebhookAnswer | Promise<WebhookAnswer>;
    readonly certificate?: Certificate;
    readonly port?: number;
  } = {},
): Promise<HttpsReceiver> {
  const { answer = (): WebhookAnswer => ({ status: 200 }), certificate = selfSigned(), port = 0 } = options;
  const received: ReceivedWebhook[] = [];
  const waiting: (() => void)[] = [];
  const sockets = new Set<Duplex>();
  let taken = 0;
  let connections = 0;

  const server = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const webhook = { path: request.url ?? '', headers: request.headers, body, receivedAtMs: Date.now() };
    const index = received.push(webhook) - 1;
    for (const wake of waiting.splice(0)) wake();
    const given = await answer(webhook, index);
    if (given.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, given.afterMs));
    response.writeHead(given.status, given.headers).end(given.body ?? '');
  });
  server.on('secureConnection', () => {
    connections += 1;
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    ca: certificate.cert,
    received,
    get connections() {
      return connections;
    },
    async next(timeoutMs = 120_000) {
      const endsAtMs = Date.now() + timeoutMs;
      const mine = taken;
      taken += 1;
      for (;;) {
        const webhook = received[mine];
        if (webhook !== undefined) return webhook;
        const leftMs = endsAtMs - Date.now();
        if (leftMs <= 0) throw new Error(`webhook ${mine + 1} did not arrive within ${timeoutMs} ms`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs);
          waiting.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Verifies as docs/webhooks.md tells customers to, apart from the code of the service. */
export function isVerified({ headers, body }: ReceivedWebhook, secret: string, nowMs = Date.now()): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > 300) return false;
  const expected = Buffer.from(
    `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')}`,
  );
  const given = Buffer.from(String(headers['webhook-signature']));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
