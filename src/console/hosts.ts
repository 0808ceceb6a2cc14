import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { namesSeveralHosts } from '../queues/hostHeader.ts';
import { ConsoleFault } from './page.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests under another name: a page of a stranger whose name suddenly means this machine (DNS rebinding), and
 * forms of other pages.
 * @throws ConsoleFault
 */
export function refuseOtherHosts(request: FastifyRequest, url: string | null): void {
  const { host = '', origin } = request.headers;
  if (namesSeveralHosts(request.raw.rawHeaders))
    throw new ConsoleFault(400, 'The request names several hosts. Nothing was done.');
  const { localPort: port, localAddress = '127.0.0.1' } = request.socket;
  // Its address is no name, so that no foreign name can mean it.
  const names = isIP(localAddress) === 4 ? [...LOCAL, localAddress] : LOCAL;
  const own = url === null ? [...new Set(names.map((name) => hostOf(name, port)))] : [new URL(url).host];
  if (!own.includes(host.toLowerCase()))
    throw new ConsoleFault(400, `The console is not known as ${host}: open it at ${own.join(' or ')}.`);
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const scheme = url === null ? 'http:' : new URL(url).protocol;
  if (origin !== `${scheme}//${host}`)
    throw new ConsoleFault(403, 'The form was sent by another page. Nothing was done.');
}

/** As a browser names it, which leaves the port of http out. */
const hostOf = (name: string, port: number | undefined) => new URL(`http://${name}:${port}`).host;
