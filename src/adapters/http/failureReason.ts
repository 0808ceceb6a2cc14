import { AttemptFailed } from './attempt.ts';

/** The step at which a connection failed. */
export type Stage = 'connecting' | 'handshake' | 'exchange';

/**
 * The peer ended the connection: by FIN or RST, noticed on writing, or, where the request came after the socket's end
 * and before the client's, reported by the client.
 */
const PEER_ENDED = /^(UND_ERR_SOCKET|UND_ERR_DESTROYED|ECONNRESET|ECONNABORTED|EPIPE)$/;
const BY_STAGE = { connecting: 'connect', handshake: 'tls', exchange: 'protocol' } as const;

/** The code of a system, TLS or HTTP client error; never its message, which may quote the peer. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}

/** What an error of a socket or of the HTTP client means for the attempt. */
export function attemptFailed(stage: Stage, error: unknown): AttemptFailed {
  if (error instanceof AttemptFailed) return error;
  // Each of several addresses fails with its own error; a reason must apply to all of them.
  const codes = [...new Set(error instanceof AggregateError ? error.errors.map(codeOf) : [codeOf(error)])];
  const isAll = (is: (code: string) => boolean) => codes.every(is);
  const detail = codes.join(' ');
  if (isAll((code) => code === 'ECONNREFUSED')) return new AttemptFailed('refused', detail);
  if (isAll((code) => code === 'ETIMEDOUT')) return new AttemptFailed('timeout', detail);
  if (isAll((code) => PEER_ENDED.test(code))) return new AttemptFailed('reset', detail);
  // With TLS 1.3 a server may refuse our part of the handshake after the handshake is over for us.
  if (isAll((code) => /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code))) return new AttemptFailed('tls', detail);
  return new AttemptFailed(BY_STAGE[stage], detail);
}
