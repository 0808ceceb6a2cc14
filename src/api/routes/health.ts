import type { FastifySchema } from 'fastify';
import { missingEvents } from '../../commands/workspace/missingEvents.ts';
import { within } from '../../ports/clock.ts';
import type { ApiDependencies, App, Routes } from '../dependencies.ts';
import { errorBody } from '../errorBody.ts';
import { unavailable } from '../errors.ts';

/** How long the log and the documents may take to answer. */
const TIMEOUT_MS = 2_000;

/** Figures are put together at most this often: it takes milliseconds, and anyone may ask for them. */
const SHOWN_MS = 1_000;

const isPublic = { public: true as const };
const open = (operationId: string, summary: string, response = {}) => ({
  config: isPublic,
  schema: {
    tags: ['Operations'],
    operationId,
    summary,
    description: 'Needs no key.',
    security: [],
    response,
  },
});
const READINESS = open('getReadiness', 'Whether requests can be served.', {
  503: { description: 'Not ready: `checks` names what is missing.' },
});

/** For load balancers, Prometheus and operators. No key is needed, and no data of a customer is shown. */
export const healthRoutes: Routes = (app, dependencies) => {
  addAbout(app, ' /docs describes its calls, /openapi.json to programs.', {
    docs: '/docs',
    openapi: '/openapi.json',
  });
  addHealth(app, dependencies, true);
  const { metrics, ledger } = dependencies;
  let shown = { text: Promise.resolve(''), atMs: Number.NEGATIVE_INFINITY };
  app.get('/metrics', open('getMetrics', 'Figures in Prometheus text format.'), async (_request, reply) => {
    const atMs = ledger.clock.monotonicMs();
    if (atMs - shown.atMs >= SHOWN_MS) shown = { text: metrics.exposition(), atMs };
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await shown.text);
  });
};

/** What customers and strangers see where operators have a listener of their own: whether it works, and no more. */
export const plainHealthRoutes: Routes = (app, dependencies) => {
  addAbout(app, '', {});
  addHealth(app, dependencies, false);
};

function addAbout(app: App, more: string, links: object): void {
  // Of the schemas of the interface it is none; what runs here, and in which version, is no stranger's business.
  const schema = { hide: true } as FastifySchema;
  app.get('/', { config: isPublic, schema }, async ({ headers: { accept = '' } }, reply) => {
    reply.header('vary', 'Accept');
    if (/\bjson\b/i.test(accept)) return { service: 'postledger', ...links };
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Postledger sends email and SMS.${more.replace(' ', '\n')}\n`);
  });
}

function addHealth(app: App, dependencies: ApiDependencies, isDetailed: boolean): void {
  app.get('/healthz', open('getHealth', 'Whether the process lives.'), async () => ({ status: 'ok' }));
  let wasReady = false;
  app.get('/readyz', READINESS, async (request, reply) => {
    const { isReady, ...details } = await readiness(dependencies);
    wasReady ||= isReady;
    // Who polls a start waits for just that. A log or documents that do not answer are a fault at any time.
    request.isStarting = !wasReady && details.checks.log && details.checks.documents;
    const shown = isDetailed ? details : {};
    if (isReady) return { status: 'ready', ...shown };
    const { status, headers, ...failure } = unavailable('Not ready.').failure;
    const body = { ...errorBody('/readyz', { status, ...failure }), status: 'not ready', ...shown };
    return reply
      .code(status)
      .headers({ ...headers })
      .send(body);
  });
}

async function readiness(dependencies: ApiDependencies) {
  const {
    appendsWork,
    ledger,
    models,
    startUp,
    backgroundRuns,
    logDamage = null,
    route,
    intakeListens,
  } = dependencies;
  const answers = async (asked: Promise<unknown>): Promise<boolean> => {
    const answered = asked.then(
      () => true,
      () => false,
    );
    return (await within(ledger.clock, TIMEOUT_MS, answered)) ?? false;
  };
  const [log, takesAppends, documents, missing] = await Promise.all([
    answers(ledger.store.head()),
    within(ledger.clock, TIMEOUT_MS, appendsWork()),
    answers(models.workspaces.get('none')),
    within(ledger.clock, TIMEOUT_MS, missingEvents(ledger.store, dependencies.setAside ?? [])),
  ]);
  const background = backgroundRuns === undefined ? {} : { background: backgroundRuns() };
  const checks = {
    log: log && takesAppends === true && logDamage === null,
    documents,
    ...background,
    ...startUp.checks(),
  };
  // A closed route does not make the service unready: messages are taken in and wait.
  const report = route?.() ?? null;
  const mail = report === null ? {} : { mail: report };
  const listens = intakeListens?.() ?? null;
  const intake = listens === null ? {} : { intake: listens ? 'listening' : 'not listening' };
  // Nor do events that are gone: a person must look, and meanwhile it serves.
  const lost = missing ? { missing_events: missing } : {};
  // What is built next to an older version that answers.
  const building = startUp.building();
  const built = Object.keys(building).length === 0 ? {} : { building };
  return { isReady: Object.values(checks).every(Boolean), checks, ...mail, ...intake, ...lost, ...built };
}
