import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Scope } from '../commands/workspace/scopes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Authenticator } from './auth.ts';
import { refuseTooLarge } from './bodies.ts';
import { ApiError } from './errors.ts';
import { idempotencyKey } from './idempotency.ts';
import type { Caller } from './origin.ts';
import type { RouteTable } from './routeTable.ts';
import { type StartUp, stillStarting } from './startUp.ts';

export interface GateDependencies {
  readonly auth: Authenticator;
  readonly table: RouteTable;
  readonly startUp: Pick<StartUp, 'takesSends'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  readonly metrics: Pick<Metrics, 'count'>;
  /** How far the background lags, in milliseconds; absent where it shares this process. */
  readonly backgroundLagMs?: (() => number) | undefined;
}

/** A key is not asked for again within this time: together with what `auth` keeps, a revoked one is refused within a second. */
const ADMITTED_FOR_MS = 500;

/**
 * Everything that can be refused before a byte of the body is read, in the order that the interface promises: route,
 * method, key, scope, a start that is not complete, a suspended workspace, idempotency key, media type, announced size.
 */
export function gate(
  { auth, table, startUp, clock, metrics, backgroundLagMs }: GateDependencies,
  maxBodyBytes: number,
) {
  const delayMs = sendDelay(backgroundLagMs);
  const checkSender = senderCheck({ startUp, metrics });
  /** Resolves when the request may go on; null: at once. */
  const admit = (request: FastifyRequest, caller: Caller): Promise<void> | null => {
    const { scope, sends, idempotencyKey: keyed, checks } = request.routeOptions.config;
    request.caller = caller;
    request.admittedAtMs = clock.monotonicMs();
    if (scope !== undefined) checkScope(caller, scope);
    if (sends) checkSender(caller);
    if (keyed !== undefined) idempotencyKey(request, { required: keyed === 'required' });
    if (checks?.reader) {
      refuseOtherThanJson(request);
      refuseTooLarge(request.raw, maxBodyBytes);
    }
    if (!sends) return null;
    const waitMs = delayMs();
    return waitMs === 0 ? null : clock.sleep(waitMs);
  };
  const enter = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (request.is404) {
      const methods = table.methodsOf(pathOf(request.url));
      if (methods.length === 0) throw new ApiError('not_found', 'There is no such path.');
      const allow = methods.join(', ');
      if (request.method !== 'OPTIONS') throw new ApiError('method_not_allowed', undefined, { allow });
      // OPTIONS lists the methods of a path for anyone who asks; it needs no key.
      reply.code(204).header('allow', allow).send();
      return;
    }
    const { config } = request.routeOptions;
    if (config.public) {
      if (config.checks?.reader)
        refuseTooLarge(request.raw, Math.min(config.maxBodyBytes ?? maxBodyBytes, maxBodyBytes));
      done();
      return;
    }
    const caller = auth.callerOf(request.headers.authorization);
    const wait =
      caller instanceof Promise ? caller.then((found) => admit(request, found)) : admit(request, caller);
    if (wait === null) done();
    else wait.then(() => done(), done);
  };

  /**
   * Asked once the body is there. If that took its time, the key may be revoked or the workspace suspended meanwhile.
   * Resolves when the request may go on; null: at once. @throws ApiError, also by rejecting
   */
  const stillAdmitted = (request: FastifyRequest): Promise<void> | null => {
    const { public: isPublic, sends } = request.routeOptions.config;
    if (isPublic || clock.monotonicMs() - request.admittedAtMs < ADMITTED_FOR_MS) return null;
    const confirm = (caller: Caller) => {
      request.caller = caller;
      if (sends) checkSender(caller);
    };
    const caller = auth.callerOf(request.headers.authorization);
    if (caller instanceof Promise) return caller.then(confirm);
    confirm(caller);
    return null;
  };
  return { enter, stillAdmitted };
}

/** @throws ApiError 403 */
export function checkScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  throw new ApiError('forbidden', `The API key lacks the scope ${scope}.`, {
    'www-authenticate': `Bearer realm="postledger", error="insufficient_scope", scope="${scope}"`,
  });
}

/** What refuses all sends of a caller: a start that is not complete (503), a suspended workspace (403). */
export function senderCheck({ startUp, metrics }: Pick<GateDependencies, 'startUp' | 'metrics'>) {
  return ({ suspendedFor }: Caller): void => {
    if (!startUp.takesSends) throw stillStarting.sends();
    if (suspendedFor === null) return;
    metrics.count('postledger_suspended_sends_total');
    throw new ApiError('forbidden', `The workspace is suspended: ${suspendedFor}`);
  };
}

/** The lag that delays no send yet: a burst of a minute is taken in at full speed. */
const TOLERATED_LAG_MS = 60_000;
/** Each send waits this part of the lag above that. */
const DELAY_SHARE = 1 / 50;
const MAX_DELAY_MS = 500;

/**
 * Milliseconds that a send is delayed at present, before its body is read. Callers who send as fast as they are answered
 * could otherwise use up a machine for any length of time, and no mail would leave it. With the delay the background's
 * lag settles where both have their share.
 */
export function sendDelay(lagMs: () => number = () => 0): () => number {
  return () => Math.max(0, Math.min((lagMs() - TOLERATED_LAG_MS) * DELAY_SHARE, MAX_DELAY_MS));
}

/** The path without its query, and as the router takes it: without a final slash. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** @throws ApiError 415 unless the body is sent as JSON in UTF-8, without a content coding */
function refuseOtherThanJson({ headers }: FastifyRequest): void {
  const { 'content-type': type, 'content-encoding': coding } = headers;
  if (type === undefined)
    throw new ApiError(
      'unsupported_media_type',
      'The Content-Type header is missing; send application/json.',
    );
  if (type !== 'application/json' && !isJsonInUtf8(type)) throw new ApiError('unsupported_media_type');
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw new ApiError('unsupported_media_type', 'A body in a content coding is not taken.');
}

function isJsonInUtf8(type: string): boolean {
  const [media, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='));
  return media === 'application/json' && charsets.every((one) => /^charset="?utf-?8"?$/.test(one));
}
