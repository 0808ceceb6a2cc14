import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { ApiFixture } from './apiFixture.ts';

/** Listens on a free port of the loopback address; resolves with the port. */
export async function listen({ app }: Pick<ApiFixture, 'app'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Writes bytes to the port and resolves with everything that came back until the connection closed. */
export function rawExchange(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer: Buffer[] = [];
    socket.on('data', (chunk) => answer.push(chunk));
    // A server that cuts a connection off may reset it: what came before still counts.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(answer).toString('latin1')));
    for (const part of parts) socket.write(part);
  });
}

/** POSTs parts, one after the other as the socket takes them; without a length they go as chunks. */
export function post(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  parts: Iterable<string | Buffer>,
): Promise<{ status: number; text: string; headers: Record<string, string | string[] | undefined> }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      );
    });
    request.on('error', reject);
    const iterator = parts[Symbol.iterator]();
    const write = () => {
      for (;;) {
        const { done, value } = iterator.next();
        if (done) return void request.end();
        if (!request.write(value)) return void request.once('drain', write);
      }
    };
    write();
  });
}
