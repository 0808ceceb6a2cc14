import { isIP } from 'node:net';

/** Whether a request names its host more than once (RFC 9112, section 3.2). @param rawHeaders names and values in turn */
export function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/**
 * Whether a Host header can mean this machine without the doing of a stranger: an address, `localhost`, or a name without a
 * dot, as of a container. A stranger's own name may suddenly mean this machine (DNS rebinding).
 */
export function isNoStrangersHost(host: string): boolean {
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::\d+)?$/i.exec(host) ?? [];
  const address = name.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 || /^[\w-]+$/.test(name);
}
