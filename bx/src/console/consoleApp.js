// src/console/consoleApp.ts
import csrfProtection from "@fastify/csrf-protection";
import formBody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import secureSession from "@fastify/secure-session";
import { fastify } from "fastify";
import { html } from "hono/html";
import { Refusal } from "../commands/kernel/refusal.js";
import { isUnavailable } from "../ports/isUnavailable.js";
import { serveAssets } from "./assets.js";
import { refuseOtherHosts } from "./hosts.js";
import { documentOf } from "./layout.js";
import { logInRoutes } from "./logIn.js";
import { ConsoleFault } from "./page.js";
import { everyPage } from "./pages/index.js";
import { routesOf } from "./routes.js";
var MAX_FORM_BYTES = 65536;
var SESSION_S = 12 * 3600;
async function buildConsole(dependencies) {
  const { options } = dependencies;
  const isHttps = options.url?.startsWith("https:") === true;
  const app = fastify({
    logger: false,
    bodyLimit: MAX_FORM_BYTES,
    genReqId: () => dependencies.ledger.ids.uuid()
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    refuseOtherHosts(request, options.url);
  });
  answerFaults(app, dependencies);
  await app.register(helmet, headersOf(isHttps));
  await app.register(formBody);
  await app.register(secureSession, {
    key: options.cookieKey,
    cookieName: isHttps ? "__Host-console" : "console",
    expiry: SESSION_S,
    cookie: { path: "/", httpOnly: true, sameSite: "strict", secure: isHttps, maxAge: SESSION_S }
  });
  await app.register(csrfProtection, { sessionPlugin: "@fastify/secure-session" });
  serveAssets(app);
  logInRoutes(app, dependencies);
  const routes = routesOf(app, dependencies);
  for (const add of everyPage) add(routes, dependencies);
  await app.ready();
  return app;
}
function headersOf(isHttps) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"]
      }
    },
    // Without an origin in the referrer, browsers would send forms with the origin `null`.
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: isHttps
  };
}
function answerFaults(app, { log }) {
  app.setNotFoundHandler((_request, reply) => {
    const page = faultPage(404, "There is no such page.");
    return reply.code(404).type("text/html; charset=utf-8").send(String(documentOf(page, null, null)));
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, says } = faultOf(error, request.method);
    if (status >= 500)
      log.error({ err: error, path: request.url.split("?")[0] }, "the console could not answer");
    const page = faultPage(status, says);
    return reply.code(status).type("text/html; charset=utf-8").send(String(documentOf(page, null, null)));
  });
}
function faultOf(error, method) {
  if (error instanceof ConsoleFault) return { status: error.status, says: error.message };
  if (error instanceof Refusal) {
    const says = error.issues.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join("; ");
    return { status: error.kind === "notFound" ? 404 : 422, says };
  }
  if (isUnavailable(error)) {
    const next = method === "POST" ? "It is not certain what was done: look first, then try again." : "Try again in a moment.";
    return { status: 503, says: `${error.message}. ${next}` };
  }
  if (error.code?.startsWith("FST_CSRF"))
    return { status: 403, says: "The form is of another session. Open its page again; nothing was done." };
  const { statusCode = 500 } = error;
  if (statusCode < 500)
    return { status: statusCode, says: "The request could not be read. Nothing was done." };
  return { status: 500, says: "The console has failed here. Its log says why." };
}
function faultPage(status, says) {
  const title = status === 401 ? "Log in" : status === 404 ? "Not found" : status < 500 ? "Refused" : "Not now";
  return { title, status, body: html`<p>${says}</p><p><a href="/">To the first page</a></p>` };
}
export {
  buildConsole
};
//# sourceMappingURL=consoleApp.js.map
