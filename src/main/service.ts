import { buildApp } from '../api/app.ts';
import type { ApiContext } from '../api/context.ts';
import { acceptingOver } from '../api/emails/accepting.ts';
import type { Ledger } from '../commands/ledger.ts';
import type { Settings } from '../config.ts';
import { awaitDocument } from '../projections/awaitDocument.ts';
import { openReadModels, projectionsFor } from '../projections/readModels.ts';
import { courtesy } from '../runtime/courtesy.ts';
import { firstStart } from './firstStart.ts';
import { apiOptions, partitionsOf, rolesOf } from './options.ts';
import { type Outside, openOutside } from './outside.ts';
import type { Ports } from './ports.ts';
import { type RunningRoles, startRoles } from './roles.ts';
import { workOf } from './work.ts';

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

/** Mail transactions that last longer into a stop are cut off: they are recorded as deferred, not left claimed. */
const FINISH_MS = 8_000;
/** How long a stop may take before what is left in flight is left to the next start. */
const STOP_MS = 15_000;

/** Starts what the settings' roles name, over opened ports. */
export async function startService(
  settings: Settings,
  ports: Ports,
  given: Partial<Outside> = {},
): Promise<Service> {
  const { clock, log } = ports;
  const ledger: Ledger = { store: ports.store, clock, ids: ports.ids };
  const partitions = partitionsOf(settings);
  const projections = projectionsFor(partitions);
  const models = await openReadModels(ports.documents, projections);
  const outside = await openOutside(settings, ports, given);
  const first = await firstStart(ledger);
  const { api, background } = rolesOf(settings);

  const { blobs, secrets, signals, metrics } = ports;
  const { renderer, resolver, addressAllowed } = outside;
  const options = apiOptions(settings);
  const context: ApiContext = {
    ledger,
    blobs,
    models,
    secrets,
    renderer,
    resolver,
    signals,
    metrics,
    addressAllowed,
    options,
  };
  const app = api ? await buildApp(context, log) : null;
  let running: RunningRoles | null = null;
  if (background.size > 0) {
    const work = workOf({
      settings,
      ports,
      ledger,
      projections,
      models,
      outside,
      accepting: acceptingOver(context),
      soleSenderSinceMs: () => running?.soleSinceMs('sender') ?? null,
    });
    running = await startRoles(ports, work, {
      roles: background,
      partitions,
      sole: settings.REDIS_URL === undefined,
      courtesy: courtesy(clock, () => app?.sendsInFlight() ?? 0),
    });
  }
  // Whoever calls at once finds every key, suppression and template known.
  await running?.caughtUp();
  if (first !== null) await awaitDocument(models.apiKeys, first.keyId, first.position, clock);
  const url =
    app === null
      ? null
      : await app.listen({ host: settings.POSTLEDGER_HOST, port: settings.POSTLEDGER_PORT });
  log.info({ url, roles: settings.POSTLEDGER_ROLES, partitions }, 'the service runs');

  const end = async () => {
    const finished = new AbortController();
    const cut = clock
      .sleep(FINISH_MS, finished.signal)
      .then(() => (finished.signal.aborted ? undefined : outside.mailer.close()));
    await Promise.all([app?.close(), running?.stop()]);
    finished.abort();
    await cut;
    await outside.close();
    await ports.close();
  };

  return {
    url,
    firstKey: first?.key ?? null,
    async stop() {
      log.info({}, 'the service stops');
      const late = new AbortController();
      const ended = end().finally(() => late.abort());
      await Promise.race([ended, clock.sleep(STOP_MS, late.signal)]);
      if (!late.signal.aborted)
        log.warn({}, 'the stop took too long; what is in flight is left to the next start');
    },
  };
}
