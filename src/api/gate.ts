import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Clock } from '../ports/clock.ts';
import type { Authenticator } from './auth.ts';
import { refuseTooLarge } from './bodies.ts';
import { ApiError } from './errors.ts';
import { idempotencyKey } from './idempotency.ts';
import { refuseOtherThanJson } from './mediaType.ts';
import type { Caller } from './origin.ts';
import type { RouteTable } from './routeTable.ts';
import { notYet, type StartUp } from './startUp.ts';

export interface Gate {
  readonly auth: Authenticator;
  readonly table: RouteTable;
  readonly startUp: Pick<StartUp, 'takesSends'>;
  readonly maxBodyBytes: number;
  /** Milliseconds that a send waits at present before its body is read. */
  readonly heldBackMs: () => number;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Everything that can be refused before a byte of the body is read, in the order that the interface promises: route,
 * method, key, scope, a start that has not come to its end, idempotency key, media type, announced size.
 */
export function gate({ auth, table, startUp, maxBodyBytes, heldBackMs, clock }: Gate) {
  /** Resolves when the request may go on; null: at once. */
  const admit = (request: FastifyRequest, caller: Caller): Promise<void> | null => {
    const { scope, sends, idempotencyKey: keyed, checks } = request.routeOptions.config;
    request.caller = caller;
    if (scope !== undefined && !caller.scopes.includes(scope)) throw forbidden(scope);
    if (sends && !startUp.takesSends) throw notYet.sends();
    if (keyed !== undefined) idempotencyKey(request, { required: keyed === 'required' });
    if (checks?.reader) {
      refuseOtherThanJson(request.headers);
      refuseTooLarge(request.raw, maxBodyBytes);
    }
    const waitMs = sends ? heldBackMs() : 0;
    return waitMs > 0 ? clock.sleep(waitMs) : null;
  };
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (request.is404) {
      if (request.method === 'OPTIONS' && answerOptions(request, reply, table)) return;
      throw noRoute(request, table);
    }
    const { config } = request.routeOptions;
    if (config.public) {
      if (config.checks?.reader)
        refuseTooLarge(request.raw, Math.min(config.maxBodyBytes ?? maxBodyBytes, maxBodyBytes));
      done();
      return;
    }
    const caller = auth.callerOf(request.headers.authorization);
    if (caller instanceof Promise) {
      caller.then((found) => admit(request, found)).then(() => done(), done);
      return;
    }
    const wait = admit(request, caller);
    if (wait === null) done();
    else wait.then(() => done(), done);
  };
}

/** The path without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** OPTIONS tells the methods of a path to anyone who asks; it needs no key. */
function answerOptions(request: FastifyRequest, reply: FastifyReply, table: RouteTable): boolean {
  const methods = table.methodsOf(pathOf(request.url));
  if (methods.length === 0) return false;
  reply.code(204).header('allow', methods.join(', ')).send();
  return true;
}

function noRoute(request: FastifyRequest, table: RouteTable): ApiError {
  const methods = table.methodsOf(pathOf(request.url));
  if (methods.length === 0) return new ApiError('not_found', 'There is no such path.');
  return new ApiError('method_not_allowed', undefined, { allow: methods.join(', ') });
}

function forbidden(scope: string): ApiError {
  return new ApiError('forbidden', `The API key lacks the scope ${scope}.`, {
    'www-authenticate': `Bearer realm="postledger", error="insufficient_scope", scope="${scope}"`,
  });
}
