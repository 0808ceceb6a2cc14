import type { FastifyRequest } from 'fastify';
import type { Origin } from '../commands/kernel/ledger.ts';
import type { Scope } from '../commands/workspace/scopes.ts';
import type { ByteHold } from '../queues/byteShares.ts';
import type { BodyReaderName } from './reading/bodyReaders.ts';
import type { RequestChecks } from './requestChecks.ts';

/** The caller of a request, once its key was looked up. */
export interface Caller {
  readonly workspace: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
  /** What is counted of a mail that is submitted by SMTP and does not say: `opens`, `clicks`. */
  readonly track: readonly string[];
  /** Why the workspace is suspended; null: it sends. */
  readonly suspendedFor: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Filled in before the body is read; empty strings on public routes. */
    caller: Caller;
    /** When its key was asked for, by the monotonic clock. */
    admittedAtMs: number;
    /** The request's part of the memory for bodies. */
    hold: ByteHold;
  }
  interface FastifyContextConfig {
    /** The scope that the route needs. A route has either this or `public`. */
    scope?: Scope;
    /** No key is needed. */
    public?: true;
    /** Whether `Idempotency-Key` must be there; absent: the header means nothing here. */
    idempotencyKey?: 'required' | 'optional';
    /** It takes messages in: refused until the read models that a send consults are known. */
    sends?: true;
    /** Unknown ids in the body are 404, not 422. */
    namesInBody?: true;
    /** The reader of the body; absent: its schema alone. */
    reader?: BodyReaderName;
    /** The route takes a form of so many bytes at most: the body is a Buffer. */
    formMaxBytes?: number;
    /** Bytes that the body may have, where that is less than of any body. */
    maxBodyBytes?: number;
    /** Compiled from the schema when the route is added; not to be given. */
    checks?: RequestChecks;
  }
}

/** The caller of a request without a key. */
export const NO_CALLER: Caller = { workspace: '', keyId: '', scopes: [], track: [], suspendedFor: null };

/** On whose behalf the request's commands run; its correlation is the request's id. */
export function originOf(request: FastifyRequest): Origin {
  const { workspace, keyId } = request.caller;
  return { workspace, actor: `key:${keyId}`, correlation: request.id, causation: null };
}
