import { isIP } from 'node:net';

/** Whether a request names its host more than once (RFC 9112, section 3.2). @param rawHeaders names and values in turn */
export function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/**
 * Whether a Host header is safe from DNS rebinding, by which a name of another site comes to mean this machine: an address,
 * `localhost`, or a name without a dot, as of a container.
 */
export function isSafeFromRebinding(host: string): boolean {
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::\d+)?$/i.exec(host) ?? [];
  const address = name.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 || /^[\w-]+$/.test(name);
}
