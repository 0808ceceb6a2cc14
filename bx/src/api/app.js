// src/api/app.ts
import { fastify } from "fastify";
import { byteShares } from "../queues/byteShares.js";
import { authenticator } from "./auth.js";
import { readBody, refuseTooLarge } from "./bodies.js";
import { answerOddRequests, connectionOptions, HEADERS_MS, refuseOddRequest } from "./connection.js";
import { limitConnections, plainAddress } from "./connectionLimits.js";
import { handleErrors } from "./errorHandler.js";
import { gate } from "./gate.js";
import { jsonText } from "./jsonText.js";
import { describeRoutes, describeRoutesOf, serveOpenApi } from "./openapi/serveOpenApi.js";
import { NO_CALLER } from "./origin.js";
import { bodyReading } from "./reading/bodyReading.js";
import { checkRequest, checksOf, readPathId } from "./requestChecks.js";
import { logRequests } from "./requestLog.js";
import { countRequests } from "./requestMetrics.js";
import { NO_TURN, requestTurns } from "./requestTurns.js";
import { allRoutes } from "./routes/index.js";
import { routeTable } from "./routeTable.js";
import { slowBodies } from "./slowBodies.js";
import { answerLimits } from "./streamedAnswer.js";
async function buildApp(dependencies, log, { routes = allRoutes, docs = "own" } = {}) {
  const { ledger, live, hints, metrics, startUp, options } = dependencies;
  const auth = authenticator({ live, clock: ledger.clock, hints, startUp });
  const table = routeTable();
  const { maxBodyBytes, maxBodiesBytes } = options;
  const budget = byteShares({ maxBytes: maxBodiesBytes, maxHoldBytes: maxBodyBytes });
  const slow = slowBodies(ledger.clock);
  const reading = bodyReading({
    clock: ledger.clock,
    ...dependencies.bodyThread && { startThread: dependencies.bodyThread }
  });
  const app = fastify({
    ...connectionOptions,
    // Without a trusted proxy the header is anyone's.
    trustProxy: (address) => options.isTrustedProxy(plainAddress(address)),
    logger: false,
    genReqId: () => ledger.ids.uuid()
  }).withTypeProvider();
  app.server.headersTimeout = HEADERS_MS;
  answerOddRequests(app.server);
  limitConnections(app.server, { clock: ledger.clock, isTrustedProxy: options.isTrustedProxy });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => jsonText);
  app.setReplySerializer(jsonText);
  const requests = requestTurns(ledger.clock);
  parseBodies(app, { reading, slow, requests, maxBytes: maxBodyBytes });
  app.decorate("answers", answerLimits(ledger.clock));
  app.decorateRequest("caller");
  app.decorateRequest("admittedAtMs", 0);
  app.decorateRequest("hold");
  app.decorateRequest("endTurn");
  app.addHook("onRoute", (route) => {
    route.config ??= {};
    if (isOfDocs(route.url)) route.config.public = true;
    if (route.config.scope === void 0 && !route.config.public)
      throw new Error(`the route ${route.url} names no scope and is not public`);
    route.config.checks = checksOf(route);
    table.add(route.method, route.url);
  });
  logRequests(app, { log, metrics, clock: ledger.clock });
  countRequests(app, metrics, budget);
  const { backgroundLagMs } = dependencies;
  const { enter, stillAdmitted } = gate(
    { auth, table, startUp, clock: ledger.clock, metrics, backgroundLagMs },
    maxBodyBytes
  );
  app.addHook("onRequest", (request, reply, done) => {
    request.caller = NO_CALLER;
    request.endTurn = NO_TURN;
    refuseOddRequest(request.raw);
    enter(request, reply, done);
  });
  checkInTurn(app, requests, stillAdmitted);
  app.addHook("onClose", async () => {
    auth.close();
    slow.close();
    await reading.close();
  });
  handleErrors(app, dependencies);
  await (typeof docs === "object" ? describeRoutesOf(docs, app) : describeRoutes(app, options));
  if (docs !== "none") await serveOpenApi(app);
  for (const add of routes) add(app, dependencies);
  await app.ready();
  return app;
}
function checkInTurn(app, requests, stillAdmitted) {
  app.addHook("preValidation", (request, _reply, done) => {
    const checkContent = () => {
      const { checks } = request.routeOptions.config;
      if (checks !== void 0) checkRequest(request, checks);
      readPathId(request);
    };
    const check = () => {
      const admitted = stillAdmitted(request);
      if (admitted !== null) return admitted.then(checkContent);
      checkContent();
      return null;
    };
    const begun = requests.begin(request);
    const wait = begun === null ? check() : begun.then(check);
    if (wait === null) done();
    else wait.then(() => done(), done);
  });
  app.addHook("onSend", (request, _reply, payload, done) => {
    request.endTurn();
    done(null, payload);
  });
}
function parseBodies(app, { reading, slow, requests, maxBytes: allBytes }) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "*"],
    (request, payload) => {
      const { checks, formMaxBytes, maxBodyBytes = allBytes, reader: name } = request.routeOptions.config;
      if (formMaxBytes !== void 0) return readForm(request, payload, { slow, maxBytes: formMaxBytes });
      if (checks?.reader) {
        const { hold, caller } = request;
        const { reader } = checks;
        const maxBytes = Math.min(maxBodyBytes, allBytes);
        const { workspace } = caller;
        const turn = (bytes) => requests.begin(request, bytes);
        return reading.read(payload, { name, reader, turn, hold, workspace, maxBytes, slow });
      }
      payload.resume();
      return Promise.resolve();
    }
  );
}
async function readForm({ hold, caller: { workspace } }, payload, limits) {
  refuseTooLarge(payload, limits.maxBytes);
  const { parts } = await readBody(payload, { ...limits, hold, workspace });
  return Buffer.concat(parts);
}
function isOfDocs(url) {
  return url === "/docs" || url.startsWith("/docs/");
}
export {
  buildApp
};
//# sourceMappingURL=app.js.map
