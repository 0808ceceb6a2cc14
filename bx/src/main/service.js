// src/main/service.ts
import { emailAcceptance } from "../accepting/emailAcceptance.js";
import { buildApp } from "../api/app.js";
import { openLedger } from "../commands/workspace/openLedger.js";
import { LogDamaged } from "../ports/eventStore.js";
import { refuseAhead } from "../projections/aheadOfLog.js";
import { refuseOtherLedger } from "../projections/ledgerOfReadModels.js";
import { olderVersions } from "../projections/olderVersions.js";
import { openReadModels, projectionList, projectionsFor } from "../projections/readModels.js";
import { backgroundThrottle } from "../runtime/follow/backgroundThrottle.js";
import { openCheckpoints } from "../runtime/follow/checkpoints.js";
import { openAdmin, WITHOUT_OPERATORS } from "./admin.js";
import { closing } from "./closing.js";
import { componentsOf } from "./components.js";
import { openConsole } from "./console.js";
import { firstStart } from "./firstStart.js";
import { refuseOtherRedis } from "./ledgerOfRedis.js";
import { logAnswers } from "./logAnswers.js";
import { apiOptions, partitionsOf, rolesOf } from "./options.js";
import { healthReports, openReports } from "./reports.js";
import { startRoles } from "./roles.js";
import { openServingState } from "./servingState.js";
import { openSubmission } from "./submission.js";
async function startService(settings, ports, { asked, opensLedger = true, background, ...options } = {}) {
  const over = new AbortController();
  const starting = {
    app: null,
    admin: null,
    console: null,
    submission: null,
    roles: null,
    background: background ?? null,
    over
  };
  const { stop, end } = closing(starting, ports);
  const giveUp = () => starting.over.abort();
  asked?.addEventListener("abort", giveUp, { once: true });
  try {
    const { url, firstKey } = await begin(settings, ports, starting, { ...options, opensLedger });
    return { url, firstKey, stop };
  } catch (error) {
    await end();
    throw error;
  } finally {
    asked?.removeEventListener("abort", giveUp);
  }
}
async function begin(settings, ports, starting, { opensLedger, firstKey, onReport, checks, reach, bodyThread, bounds = {} }) {
  const { clock, log } = ports;
  const roles = rolesOf(settings);
  const { api, background } = roles;
  const partitions = partitionsOf(settings);
  const projections = projectionsFor(partitions);
  if (!await logAnswers(ports, starting.over.signal)) return { url: null, firstKey: null };
  if (background.has("projector")) await refuseAhead(ports.documents, ports);
  const ledger = { store: ports.store, clock, ids: ports.ids };
  const first = await openedLedger(ledger, ports, opensLedger, firstKey).catch(exceptDamage(log));
  const models = await openReadModels(ports.documents, projections);
  const checkpoints = await openCheckpoints(ports.documents, partitions);
  const before = await checkpoints.partitionsBefore();
  if (before !== null)
    log.warn(
      { before, partitions },
      "POSTLEDGER_PARTITIONS HAS CHANGED: everything is folded again, about ten minutes for a million events over engines; until then sends are answered 503"
    );
  const older = await olderVersions(ports.documents, checkpoints, projectionList(projections));
  const { catchUp, awaited, startUp, live, served } = await openServingState(
    roles,
    { ...ports, checkpoints },
    { projections, models, older },
    starting.over.signal
  );
  const reports = openReports(ports, onReport);
  const options = apiOptions(settings);
  const acceptingSources = { ledger, blobs: ports.blobs, models: served.models, live, options, startUp };
  const hasAdmin = opensLedger && settings.POSTLEDGER_ADMIN_PORT !== void 0;
  if (api || hasAdmin) {
    const health = { ...healthReports(ports, starting, background.has("sender") ? reports : null), checks };
    const context = { ...ports, ...acceptingSources, renderer: ports.callRenderer, bodyThread, ...health };
    await openApps(settings, starting, context, { hasAdmin, listens: reach === void 0 });
  }
  const { lagMs: backgroundLagMs } = starting.background ?? {};
  starting.submission = await openSubmission(settings, { ...ports, ...acceptingSources, backgroundLagMs });
  const url = starting.app && await (reach ?? listenAt(settings))(starting.app);
  if (url !== null) log.info({ url }, "requests are answered; sends wait for what they must know");
  if (background.size > 0) {
    const accepting = emailAcceptance(acceptingSources);
    const soleSenderSinceMs = () => starting.roles?.soleSinceMs("sender") ?? null;
    const components = componentsOf({
      settings,
      ports,
      ledger,
      projections,
      models,
      live,
      checkpoints,
      accepting,
      ...reports,
      soleSenderSinceMs,
      bounds
    });
    starting.roles = await startRoles(ports, components, {
      roles: background,
      partitions,
      sole: settings.REDIS_URL === void 0,
      throttle: backgroundThrottle(clock, () => starting.app?.sendsInFlight() ?? 0)
    });
  }
  if (await catchUp.passed(awaited) && opensLedger)
    log.info({ url, partitions, ...whatRunsWhere(settings, starting) }, "the service runs");
  return { url, firstKey: first?.key ?? null };
}
async function openApps(settings, starting, context, { hasAdmin, listens }) {
  if (rolesOf(settings).api)
    starting.app = await buildApp(context, context.log, hasAdmin ? WITHOUT_OPERATORS : {});
  if (hasAdmin) starting.admin = await openAdmin(settings, context, starting.app);
  if (listens) starting.console = await openConsole(settings, { ...context, reports: context });
}
function listenAt({ POSTLEDGER_HOST: host, POSTLEDGER_PORT: port }) {
  return (app) => app.listen({ host, port });
}
function whatRunsWhere(settings, { background }) {
  const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL, POSTLEDGER_DATA: data, POSTLEDGER_ROLES: roles } = settings;
  const addresses = { EventStoreDB: EVENTSTORE_URL, MongoDB: MONGODB_URL, Redis: REDIS_URL };
  const engines = Object.entries(addresses).flatMap(
    ([name, address]) => address === void 0 ? [] : [name]
  );
  return { roles: background === null ? roles : "all, in two processes", data, engines };
}
async function openedLedger(ledger, { secrets, documents, leases }, opensLedger, firstKey) {
  await openLedger(ledger, secrets);
  await refuseOtherLedger(documents, ledger.store);
  await refuseOtherRedis(leases, ledger.store, { claims: true });
  return opensLedger ? firstStart(ledger, firstKey) : null;
}
function exceptDamage(log) {
  return (error) => {
    if (!(error instanceof LogDamaged)) throw error;
    log.error({ err: error }, "the log is damaged: reads are answered, nothing is accepted");
    return null;
  };
}
export {
  startService
};
//# sourceMappingURL=service.js.map
