import { setMaxListeners } from 'node:events';
import { emailAcceptance } from '../accepting/emailAcceptance.ts';
import { buildApp } from '../api/app.ts';
import type { ApiDependencies, App } from '../api/dependencies.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { ServiceReports } from '../console/dependencies.ts';
import { backgroundThrottle } from '../follow/backgroundThrottle.ts';
import { openCheckpoints } from '../follow/checkpoints.ts';
import type { Ports } from '../ports/ports.ts';
import { refuseAhead } from '../projections/aheadOfLog.ts';
import { beginLostAnew } from '../projections/lostModels.ts';
import { olderVersions } from '../projections/olderVersions.ts';
import { openReadModels, projectionList, projectionsFor } from '../projections/readModels.ts';
import { openAdmin, WITHOUT_OPERATORS } from './admin.ts';
import type { Background } from './background/background.ts';
import type { BackgroundState } from './background/messages.ts';
import { closing, type Starting } from './closing.ts';
import { componentsOf } from './components.ts';
import { openConsole } from './console.ts';
import type { FirstKeyKeeper } from './firstStart.ts';
import { type Listening, listening } from './listening.ts';
import { logAnswers } from './logAnswers.ts';
import { exceptDamage, openedLedger } from './openedLedger.ts';
import { apiOptions, partitionsOf, rolesOf } from './options.ts';
import { healthReports, openReports } from './reports.ts';
import type { ServiceBounds } from './role.ts';
import { startRoles } from './roles.ts';
import { openServingState } from './servingState.ts';
import { openSubmission } from './submission.ts';

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
  /** Aborts when the service is asked to stop; a start that still waits then resolves at once. */
  readonly asked?: AbortSignal;
  /** False where another process of the same start opens the first workspace and reports its key. */
  readonly opensLedger?: boolean;
  /** Gets the key made at the very first start, before anything else is waited for: it is not shown again. */
  readonly firstKey?: FirstKeyKeeper;
  /** Called with what has changed of its work in the background. */
  readonly onReport?: (changed: Partial<BackgroundState>) => void;
  /** The other process of this service, which does all work in the background. */
  readonly background?: Background;
  /** What the console asks of the machine and the settings; absent: nothing. */
  readonly checks?: ServiceReports['checks'];
  /** How requests reach the app, once it can answer them, and the url of that; absent: it listens where the settings say. */
  readonly reach?: (app: App) => Promise<string>;
  /** What reads large bodies; absent: a thread. */
  readonly bodyThread?: ApiDependencies['bodyThread'];
  /** Called once everything listens that will, but for the intake of another process. */
  readonly onListening?: (listening: Listening) => void;
}

/**
 * Starts what the settings' roles name, over opened ports. Requests are answered at once; this resolves once sends are
 * accepted, when every key, suppression and template is known. A process that only projects resolves once its read models
 * have everything that was in the log at its start, any other process at once. When the start fails everything is stopped
 * and closed, the ports too, and this rejects with the reason.
 */
export async function startService(
  settings: Settings,
  ports: Ports,
  options: ServiceOptions = {},
  bounds: ServiceBounds = {},
): Promise<Service> {
  const over = new AbortController();
  // All that waits for read models listens to it: many listeners are not a leak here.
  setMaxListeners(0, over.signal);
  const starting: Starting = {
    app: null,
    admin: null,
    console: null,
    submission: null,
    roles: null,
    background: options.background ?? null,
    over,
  };
  const { stop, end } = closing(starting, ports);
  const giveUp = () => starting.over.abort();
  options.asked?.addEventListener('abort', giveUp, { once: true });
  try {
    return { ...(await begin(settings, ports, starting, options, bounds)), stop };
  } catch (error) {
    await end();
    throw error;
  } finally {
    options.asked?.removeEventListener('abort', giveUp);
  }
}

async function begin(
  settings: Settings,
  ports: Ports,
  starting: Starting,
  { opensLedger = true, firstKey, onReport, checks, reach, bodyThread, onListening }: ServiceOptions,
  bounds: ServiceBounds,
): Promise<Omit<Service, 'stop'>> {
  const { clock, log } = ports;
  const roles = rolesOf(settings);
  const { api, background } = roles;
  const partitions = partitionsOf(settings);
  const projections = projectionsFor(partitions);
  if (!(await logAnswers(ports, starting.over.signal))) return { url: null, firstKey: null };
  if (background.size > 0) await refuseAhead(ports.documents, ports);
  const ledger: Ledger = { store: ports.store, clock, ids: ports.ids };
  const first = await openedLedger(ledger, ports, opensLedger, firstKey).catch(exceptDamage(log));
  const models = await openReadModels(ports.documents, projections);
  const checkpoints = await openCheckpoints(ports.documents, partitions);
  const before = await checkpoints.partitionsBefore();
  if (before !== null)
    log.warn(
      { before, partitions },
      'POSTLEDGER_PARTITIONS HAS CHANGED: everything is folded again, about ten minutes for a million events over engines; until then sends are answered 503',
    );
  if (background.has('projector')) await beginLostAnew(ports, projectionList(projections), checkpoints);
  const older = await olderVersions(ports.documents, checkpoints, projectionList(projections));

  const { tail, catchUp, awaited, startUp, live, served, onWorkspaceChanged } = await openServingState(
    roles,
    { ...ports, checkpoints },
    { projections, models, older },
    starting.over.signal,
  );
  const reports = openReports(ports, onReport);
  const options = apiOptions(settings);
  const acceptingSources = { ledger, blobs: ports.blobs, models: served.models, live, options, startUp };
  const hasAdmin = opensLedger && settings.POSTLEDGER_ADMIN_PORT !== undefined;
  if (api || hasAdmin) {
    const health = { ...healthReports(ports, starting, background.has('sender') ? reports : null), checks };
    const context = { ...ports, ...acceptingSources, renderer: ports.callRenderer, bodyThread, ...health };
    await openApps(settings, starting, context, { hasAdmin, listens: reach === undefined });
  }
  const url = starting.app && (await (reach ?? listenAt(settings))(starting.app));
  onListening?.(await listening(settings, starting, ports, reports.intakeListens));
  if (url !== null) log.info({ url }, 'requests are answered; sends wait for what they must know');
  if (background.size > 0) {
    const components = componentsOf({
      ...{ settings, ports, ledger, projections, models, live, checkpoints, ...reports, bounds },
      accepting: emailAcceptance(acceptingSources),
      soleSenderSinceMs: () => starting.roles?.soleSinceMs('sender') ?? null,
    });
    starting.roles = await startRoles(ports, components, {
      ...{ roles: background, partitions, tail, catchUp, onWorkspaceChanged },
      sole: settings.REDIS_URL === undefined,
      throttle: backgroundThrottle(clock, () => starting.app?.sendsInFlight() ?? 0),
    });
  }
  // Of two processes the one that was started says it for both.
  if ((await catchUp.passed(awaited)) && opensLedger)
    log.info({ url, partitions, ...whatRunsWhere(settings, starting) }, 'the service runs');
  return { url, firstKey: first?.key ?? null };
}

/**
 * What answers customers, in a process with the api role, operators, where they have a listener of their own, the people who
 * use the console, and who submits mail by SMTP.
 */
async function openApps(
  settings: Settings,
  starting: Starting,
  context: ApiDependencies &
    Pick<Ports, 'log' | 'logDamage' | 'poster' | 'reports' | 'leases'> &
    Pick<ServiceReports, 'checks'>,
  { hasAdmin, listens }: { readonly hasAdmin: boolean; readonly listens: boolean },
): Promise<void> {
  if (rolesOf(settings).api)
    starting.app = await buildApp(context, context.log, hasAdmin ? WITHOUT_OPERATORS : {});
  if (hasAdmin) starting.admin = await openAdmin(settings, context, starting.app);
  if (listens)
    starting.console = await openConsole(settings, { ...context, reports: context, shared: context });
  starting.submission = await openSubmission(settings, context);
}

function listenAt({ POSTLEDGER_HOST: host, POSTLEDGER_PORT: port }: Settings) {
  return (app: App): Promise<string> => app.listen({ host, port });
}

/** For the log of the start: which roles run in how many processes, and on what. */
function whatRunsWhere(settings: Settings, { background }: Starting) {
  const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL, POSTLEDGER_DATA: data, POSTLEDGER_ROLES: roles } = settings;
  const addresses = { EventStoreDB: EVENTSTORE_URL, MongoDB: MONGODB_URL, Redis: REDIS_URL };
  const engines = Object.entries(addresses).flatMap(([name, address]) =>
    address === undefined ? [] : [name],
  );
  return { roles: background === null ? roles : 'all, in two processes', data, engines };
}
