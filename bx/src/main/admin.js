// src/main/admin.ts
import { buildApp } from "../api/app.js";
import { operatorRoutes, publicRoutes } from "../api/routes/index.js";
var WITHOUT_OPERATORS = { routes: publicRoutes, docs: "none" };
var NOTHING_AWAITED = { takesSends: false, knowsKeys: false, checks: () => ({}) };
async function openAdmin({ POSTLEDGER_ADMIN_HOST: host, POSTLEDGER_ADMIN_PORT: port = 0 }, context, app) {
  const own = app === null ? { ...context, startUp: NOTHING_AWAITED } : context;
  const admin = await buildApp(own, context.log, { routes: operatorRoutes, docs: app ?? "none" });
  context.log.info({ url: await admin.listen({ host, port }) }, "operators are answered");
  return admin;
}
export {
  WITHOUT_OPERATORS,
  openAdmin
};
//# sourceMappingURL=admin.js.map
