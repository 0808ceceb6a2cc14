import { acceptingOver } from '../accepting/acceptingOver.ts';
import { buildApp } from '../api/app.ts';
import type { ApiContext, App } from '../api/context.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import { LogDamaged } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { Ports } from '../ports/ports.ts';
import type { RouteReport } from '../ports/routes.ts';
import { refuseAhead } from '../projections/aheadOfLog.ts';
import { olderVersions } from '../projections/olderVersions.ts';
import { openReadModels, projectionList, projectionsFor } from '../projections/readModels.ts';
import { backgroundThrottle } from '../runtime/follow/backgroundThrottle.ts';
import { openCheckpoints } from '../runtime/follow/checkpoints.ts';
import { notify } from '../runtime/follow/notify.ts';
import { mailRoute } from '../sender/route/mailRoute.ts';
import { hearRoutes, openRouteNews } from '../sender/route/routeNews.ts';
import type { Background } from './background/background.ts';
import { closing, type Starting } from './closing.ts';
import { componentsOf } from './components.ts';
import { type FirstKey, firstStart } from './firstStart.ts';
import { knowledgeOf } from './knowledge.ts';
import { apiOptions, partitionsOf, rolesOf } from './options.ts';
import { startRoles } from './roles.ts';

export interface Service {
  /** Where requests are answered; null in a process without the api role. */
  readonly url: string | null;
  /** The key made at the very first start. */
  readonly firstKey: string | null;
  /**
   * Ends in order: accepts no more, finishes or hands back what is in flight, gives leases back, closes the ports.
   * Resolves after fifteen seconds at the latest.
   */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Aborts when the service is asked to stop; one that still starts then resolves at once. */
  readonly asked?: AbortSignal;
  /** False where another process of the same start opens the first workspace and tells its key. */
  readonly opensLedger?: boolean;
  /** Called with the state of the way out for mail, at the start and whenever it changes. */
  readonly onRoute?: (report: RouteReport) => void;
  /** The other process of this service, which does all that is done in the background. */
  readonly background?: Background;
  /** How requests reach the app, once it can answer them, and the url of that; absent: it listens where the settings say. */
  readonly reach?: (app: App) => Promise<string>;
  /** What reads large bodies; absent: a thread. */
  readonly bodyThread?: ApiContext['bodyThread'];
}

type Beginning = Pick<ServiceOptions, 'onRoute' | 'reach' | 'bodyThread'> & { readonly opensLedger: boolean };

/**
 * Starts what the settings' roles name, over opened ports. Requests are answered at once; this resolves once sends are
 * accepted, so that callers then find every key, suppression and template known. A process that only projects
 * resolves once its read models hold what the log held, any other at once. When the start fails everything is stopped
 * and closed, the ports too, and this rejects with the reason.
 */
export async function startService(
  settings: Settings,
  ports: Ports,
  { asked, opensLedger = true, background, ...options }: ServiceOptions = {},
): Promise<Service> {
  const over = new AbortController();
  const starting: Starting = { app: null, roles: null, background: background ?? null, over };
  const { stop, end } = closing(starting, ports);
  const giveUp = () => starting.over.abort();
  asked?.addEventListener('abort', giveUp, { once: true });
  try {
    const { url, first } = await begin(settings, ports, starting, { ...options, opensLedger });
    return { url, firstKey: first?.key ?? null, stop };
  } catch (error) {
    await end();
    throw error;
  } finally {
    asked?.removeEventListener('abort', giveUp);
  }
}

async function begin(
  settings: Settings,
  ports: Ports,
  starting: Starting,
  { opensLedger, onRoute, reach, bodyThread }: Beginning,
): Promise<{ url: string | null; first: FirstKey | null }> {
  const { clock, log } = ports;
  const { api, background } = rolesOf(settings);
  const partitions = partitionsOf(settings);
  const projections = projectionsFor(partitions);
  if (background.has('projector')) await refuseAhead(ports.documents, ports.store);
  const models = await openReadModels(ports.documents, projections);
  const checkpoints = await openCheckpoints(ports.documents, partitions);
  const own = { ...ports, checkpoints };
  const older = await olderVersions(ports.documents, checkpoints, projectionList(projections));
  const ledger: Ledger = { store: ports.store, clock, ids: ports.ids };
  const first = opensLedger ? await firstStart(ledger).catch(exceptDamage(log)) : null;

  const knowledge = await knowledgeOf(
    { api, background },
    own,
    { projections, models, older },
    starting.over.signal,
  );
  const { catchUp, awaited, startUp, live, served } = knowledge;
  const other = starting.background;
  const routeChanges = notify(clock.sleep);
  const onChange = (report: RouteReport) => {
    onRoute?.(report);
    routeChanges.notify();
  };
  const route = mailRoute({ ...ports, onChange });
  const routeNews = await openRouteNews(ports.documents);
  const hears = api && other === null && !background.has('sender');
  const heard = hears && hearRoutes({ ...ports, news: routeNews }, starting.over.signal);
  const context: ApiContext = {
    ...ports,
    renderer: ports.callRenderer,
    ledger,
    models: served.models,
    live,
    startUp,
    ...(other && { backgroundRuns: other.isRunning, backgroundLagMs: other.lagMs, route: other.route }),
    ...(background.has('sender') && { route: route.report }),
    ...(heard && { route: heard }),
    ...(bodyThread && { bodyThread }),
    options: apiOptions(settings),
  };
  starting.app = api ? await buildApp(context, log) : null;
  const address = { host: settings.POSTLEDGER_HOST, port: settings.POSTLEDGER_PORT };
  const listen = reach ?? ((app: App) => app.listen(address));
  const url = starting.app === null ? null : await listen(starting.app);
  if (url !== null) log.info({ url }, 'requests are answered; sends wait for what they must know');
  if (background.size > 0) {
    const accepting = acceptingOver(context);
    const soleSenderSinceMs = () => starting.roles?.soleSinceMs('sender') ?? null;
    const shared = { settings, ports, ledger, projections, models, accepting };
    const parts = { ...shared, route, routeNews, routeChanges, soleSenderSinceMs };
    starting.roles = await startRoles(ports, componentsOf(parts), {
      roles: background,
      partitions,
      sole: settings.REDIS_URL === undefined,
      throttle: backgroundThrottle(clock, () => starting.app?.sendsInFlight() ?? 0),
    });
  }
  if (await catchUp.passed(awaited))
    log.info({ url, roles: settings.POSTLEDGER_ROLES, partitions }, 'the service runs');
  return { url, first };
}

/** A ledger that is damaged is served as far as it can be read; who opened it was told what is wrong. */
function exceptDamage(log: Log): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof LogDamaged)) throw error;
    log.error({ err: error }, 'the log is damaged: reads are answered, nothing is taken in');
    return null;
  };
}
