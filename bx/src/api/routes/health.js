// src/api/routes/health.ts
import { within } from "../../ports/clock.js";
import { errorBody } from "../errorBody.js";
import { isLogFaulty } from "../errorHandler.js";
import { unavailable } from "../errors.js";
var TIMEOUT_MS = 2e3;
var SHOWN_MS = 1e3;
var isPublic = { public: true };
var open = (operationId, summary, response = {}) => ({
  config: isPublic,
  schema: {
    tags: ["Operations"],
    operationId,
    summary,
    description: "Needs no key.",
    security: [],
    response
  }
});
var READINESS = open("getReadiness", "Whether requests can be served.", {
  503: { description: "Not ready: `checks` names what is missing." }
});
var healthRoutes = (app, dependencies) => {
  addAbout(app, " /docs describes its calls, /openapi.json to programs.", {
    docs: "/docs",
    openapi: "/openapi.json"
  });
  addHealth(app, dependencies, true);
  const { metrics, ledger } = dependencies;
  let shown = { text: Promise.resolve(""), atMs: Number.NEGATIVE_INFINITY };
  app.get("/metrics", open("getMetrics", "Figures in Prometheus text format."), async (_request, reply) => {
    const atMs = ledger.clock.monotonicMs();
    if (atMs - shown.atMs >= SHOWN_MS) shown = { text: metrics.exposition(), atMs };
    return reply.header("content-type", "text/plain; version=0.0.4; charset=utf-8").send(await shown.text);
  });
};
var plainHealthRoutes = (app, dependencies) => {
  addAbout(app, "", {});
  addHealth(app, dependencies, false);
};
function addAbout(app, more, links) {
  const schema = { hide: true };
  app.get("/", { config: isPublic, schema }, async ({ headers: { accept = "" } }, reply) => {
    reply.header("vary", "Accept");
    if (/\bjson\b/i.test(accept)) return { service: "postledger", ...links };
    return reply.type("text/plain; charset=utf-8").send(`Postledger sends email and SMS.${more.replace(" ", "\n")}
`);
  });
}
function addHealth(app, dependencies, isDetailed) {
  app.get("/healthz", open("getHealth", "Whether the process lives."), async () => ({ status: "ok" }));
  app.get("/readyz", READINESS, async (_request, reply) => {
    const { isReady, ...details } = await readiness(dependencies);
    const shown = isDetailed ? details : {};
    if (isReady) return { status: "ready", ...shown };
    const { status, headers, ...failure } = unavailable("Not ready.").failure;
    const body = { ...errorBody("/readyz", { status, ...failure }), status: "not ready", ...shown };
    return reply.code(status).headers({ ...headers }).send(body);
  });
}
async function readiness(dependencies) {
  const { ledger, models, startUp, backgroundRuns, logDamage = null, route, intakeListens } = dependencies;
  const answers = async (asked) => {
    const answered = asked.then(
      () => true,
      () => false
    );
    return await within(ledger.clock, TIMEOUT_MS, answered) ?? false;
  };
  const [log, documents] = await Promise.all([
    answers(ledger.store.head()),
    answers(models.workspaces.get("none"))
  ]);
  const background = backgroundRuns === void 0 ? {} : { background: backgroundRuns() };
  const checks = {
    log: log && logDamage === null && !isLogFaulty(ledger),
    documents,
    ...background,
    ...startUp.checks()
  };
  const report = route?.() ?? null;
  const mail = report === null ? {} : { mail: report };
  const listens = intakeListens?.() ?? null;
  const intake = listens === null ? {} : { intake: listens ? "listening" : "not listening" };
  return { isReady: Object.values(checks).every(Boolean), checks, ...mail, ...intake };
}
export {
  healthRoutes,
  plainHealthRoutes
};
//# sourceMappingURL=health.js.map
