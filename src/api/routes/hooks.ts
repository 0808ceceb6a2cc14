import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../commands/kernel/refusal.ts';
import { isHookAddressOpen } from '../../commands/workspace/hookAddresses.ts';
import { hookOf } from '../../intake/hooks/hookToken.ts';
import { type HookIntake, hookIntake } from '../../intake/hooks/takeHook.ts';
import { floodGuard } from '../../queues/floodGuard.ts';
import type { Routes } from '../dependencies.ts';
import { ApiError, unavailable } from '../errors.ts';

/** An SNS message has 256 KB at most, and a batch of log records is of similar size. */
const MAX_BODY_BYTES = 1_048_576;
/** Forged calls that are logged, for each minute and address. */
const LOGGED_A_MINUTE = 1;
const REASONS = { token: 'that this service never gave out', revoked: 'that was revoked' } as const;

interface HookParams {
  readonly route: string;
  readonly token: string;
}

/**
 * Takes the reports of mail services about mail that was sent through them. The address itself is the secret: its token
 * is verified before a byte of the body is read, and a revoked token is answered like an unknown one. `Content-Type` may
 * be anything, since SNS posts JSON as plain text.
 */
export const hookRoutes: Routes = (app, dependencies) => {
  const { ledger, tokens, metrics, log } = dependencies;
  const { suppressionOf } = dependencies.live;
  const hooks = hookIntake({ ...dependencies, known: dependencies.models.addressEvidence, suppressionOf });
  const forged = floodGuard(ledger.clock, LOGGED_A_MINUTE);

  const refused = (request: FastifyRequest, what: 'token' | 'revoked') => {
    metrics.count('postledger_hooks_refused_total', { route: 'unknown', what });
    if (forged.count(request.ip) === LOGGED_A_MINUTE)
      log.warn({ remoteAddress: request.ip }, `a hook was called with a token ${REASONS[what]}`);
    return notFound('There is no such hook.');
  };
  const onRequest = async (request: FastifyRequest) => {
    const { route, token } = request.params as HookParams;
    const named = hookOf(tokens, route, token);
    if (named === null) throw refused(request, 'token');
    if (!(await isHookAddressOpen(ledger, named.hookId))) throw refused(request, 'revoked');
  };
  app.post(
    '/hooks/:route/:token',
    {
      config: { public: true, maxBodyBytes: MAX_BODY_BYTES },
      schema: { hide: true, body: Type.Unknown() },
      onRequest,
    },
    async (request, reply) => {
      const { route, token } = request.params as HookParams;
      const named = hookOf(tokens, route, token);
      if (named === null) throw notFound('There is no such hook.');
      return answer(reply, await hooks.take(named, request.body));
    },
  );
};

/** A report that must be sent again is answered 503: each of the services repeats what is not answered with 2xx. */
function answer(reply: FastifyReply, outcome: Awaited<ReturnType<HookIntake['take']>>) {
  reply.header('cache-control', 'no-store');
  switch (outcome.is) {
    case 'forged':
      throw new ApiError('forbidden', 'The message is not signed by who it claims to come from.');
    case 'later':
      throw unavailable('The report cannot be recorded at present; send it again.');
    case 'taken': {
      const { recorded, known, foreign } = outcome;
      return { recorded, known, foreign };
    }
  }
}
