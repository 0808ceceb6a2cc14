import type { FastifyReply } from 'fastify';
import type { ApiContext, Routes } from '../context.ts';
import { errorBody } from '../errorBody.ts';
import { unavailable } from '../errors.ts';
import { isLogFaulty } from '../logHealth.ts';

/** How long the log and the documents may take to answer. */
const PATIENCE_MS = 2_000;

/** What a load balancer and a Prometheus ask; no key is needed, and nothing of a customer is told. */
export const healthRoutes: Routes = (app, context) => {
  const open = (summary: string) => ({
    config: { public: true as const },
    schema: { tags: ['Operations'], summary },
  });
  app.get('/healthz', open('Whether the process lives.'), async () => ({ status: 'ok' }));
  app.get('/readyz', open('Whether requests can be served.'), (_request, reply) => ready(context, reply));
  app.get('/metrics', open('Figures in Prometheus text format.'), async (_request, reply) =>
    reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(await context.metrics.exposition()),
  );
};

async function ready(context: ApiContext, reply: FastifyReply) {
  const { ledger, models, startUp, backgroundRuns, logDamage = null } = context;
  const answers = async (asked: Promise<unknown>): Promise<boolean> => {
    const patience = new AbortController();
    const answered = asked.then(
      () => true,
      () => false,
    );
    const late = ledger.clock.sleep(PATIENCE_MS, patience.signal).then(() => false);
    try {
      return await Promise.race([answered, late]);
    } finally {
      patience.abort();
    }
  };
  const [log, documents] = await Promise.all([
    answers(ledger.store.head()),
    answers(models.workspaces.get('none')),
  ]);
  const background = backgroundRuns === undefined ? {} : { background: backgroundRuns() };
  const checks = {
    log: log && logDamage === null && !isLogFaulty(ledger),
    documents,
    ...background,
    ...startUp.checks(),
  };
  // A route that is closed keeps nobody from being answered: messages are taken in and wait.
  const report = context.route?.() ?? null;
  const mail = report === null ? {} : { mail: report };
  if (Object.values(checks).every(Boolean)) return { status: 'ready', checks, ...mail };
  const { status, headers, ...failure } = unavailable('Not ready.').failure;
  return reply
    .code(status)
    .headers({ ...headers })
    .send({ ...errorBody('/readyz', { status, ...failure }), status: 'not ready', checks, ...mail });
}
