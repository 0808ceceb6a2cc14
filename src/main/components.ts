import type { Accepting } from '../commands/acceptEmail.ts';
import type { Ledger } from '../commands/ledger.ts';
import type { Settings } from '../config.ts';
import { webhookDeliveryWorker } from '../dispatcher/deliveryWorker.ts';
import { webhookFanOut } from '../dispatcher/fanOut.ts';
import { runBounceIntake } from '../intake/bounceIntake.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceLimits } from '../ports/pace.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { Worker } from '../runtime/worker.ts';
import { campaignRunWorker } from '../sender/campaignRunWorker.ts';
import { CLAIM_TIMEOUT_MS } from '../sender/claims.ts';
import { emailWorker } from '../sender/emailWorker.ts';
import { runSmsIntake } from '../sender/smsIntake.ts';
import { smsWorker } from '../sender/smsWorker.ts';
import type { Components, Role } from './role.ts';

export interface ComponentParts {
  readonly settings: Settings;
  readonly ports: Ports;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  /** The accept path, for campaign runs. */
  readonly accepting: Accepting;
  /** Since when no other process can be sending; null where others may. */
  readonly soleSenderSinceMs: () => number | null;
}

/** Every projection, policy, worker and loop of the service, each under the role that runs it. */
export function componentsOf(parts: ComponentParts): Components {
  const { ports, ledger, projections, models } = parts;
  const { log, metrics } = ports;
  const collections = models as unknown as Record<string, Collection<object>>;
  return {
    projections: Object.entries(projections).map(([name, projection]) => ({
      projection: projection,
      collection: collectionNamed(collections, name),
    })),
    // The endpoints of an event's own moment are read from the log itself.
    policies: [{ role: 'dispatcher', consults: [], policy: webhookFanOut({ ledger, metrics, log }) }],
    workers: [...senders(parts), webhookSender(parts)],
    loops: [smsIntake(parts), ...bounceIntake(parts)],
  };
}

function senders(parts: ComponentParts): Components['workers'] {
  const { ports, ledger } = parts;
  const { blobs, pace, mailer, renderer, composer, carrier, log, metrics } = ports;
  const rule = {
    claimTimeoutMs: CLAIM_TIMEOUT_MS,
    get soleSinceMs() {
      return parts.soleSenderSinceMs();
    },
  };
  const sending = { ledger, pace, log, metrics, rule };
  return [
    worker('sender', parts, 'emailOutbox', ['suppressions', 'workspaces'], (models) =>
      emailWorker({
        ...sending,
        limitsOf: limitsOf(models.workspaces, parts.settings),
        blobs,
        mailer,
        renderer,
        composer,
        collection: models.emailOutbox,
        suppressions: models.suppressions,
      }),
    ),
    worker('sender', parts, 'smsOutbox', ['workspaces'], (models) =>
      smsWorker({
        ...sending,
        limitsOf: limitsOf(models.workspaces, parts.settings),
        carrier,
        collection: models.smsOutbox,
      }),
    ),
    worker('sender', parts, 'campaignRuns', ['contacts', 'suppressions'], (models) =>
      campaignRunWorker({
        accepting: parts.accepting,
        collection: models.campaignRuns,
        contacts: models.contacts,
        suppressions: models.suppressions,
        log,
      }),
    ),
  ];
}

function webhookSender(parts: ComponentParts): Components['workers'][number] {
  const { ports, ledger } = parts;
  const { secrets, poster, log, metrics } = ports;
  return worker('dispatcher', parts, 'webhookWork', [], (models) =>
    webhookDeliveryWorker({
      ledger,
      secrets,
      poster,
      collection: models.webhookWork,
      metrics,
      log,
    }),
  );
}

function smsIntake({ ports, ledger, projections, models }: ComponentParts): Components['loops'][number] {
  const { carrier, log } = ports;
  const parts = { ledger, carrier, numbers: models.smsNumbers, log };
  return {
    role: 'sender',
    consults: [projections.smsNumbers],
    run: (signal, mayRun) => runSmsIntake(parts, signal, mayRun),
  };
}

function bounceIntake({ settings, ports, ledger }: ComponentParts): Components['loops'] {
  const { mailIntake: intake, mailReader: reader } = ports;
  if (intake === null) return [];
  const domain = settings.POSTLEDGER_BOUNCE_DOMAIN ?? null;
  const parts = { ...ports, ledger, intake, reader, domain };
  // Every sender listens, whatever partitions it holds: what is recorded does not rest on them.
  return [{ role: 'sender', consults: [], run: (signal) => runBounceIntake(parts, signal) }];
}

/** The work indexes by name. */
type WorkIndex = 'emailOutbox' | 'smsOutbox' | 'campaignRuns' | 'webhookWork';

/** A worker over its index; it is handed the read models that it says it consults, and no others. */
function worker<Index extends WorkIndex, Other extends keyof ReadModels, Document extends WorkDocument>(
  role: Role,
  { projections, models }: Pick<ComponentParts, 'projections' | 'models'>,
  index: Index,
  others: readonly Other[],
  make: (models: Pick<ReadModels, Index | Other>) => Worker<Document>,
): Components['workers'][number] {
  const projectionOf = (name: keyof Projections) => projections[name];
  return {
    role,
    worker: make(models) as unknown as Worker,
    projection: projectionOf(index),
    consults: [index, ...others].map(projectionOf),
  };
}

function collectionNamed(collections: Record<string, Collection<object>>, name: string): Collection<object> {
  const collection = collections[name];
  if (collection === undefined) throw new Error(`no collection is open for the projection ${name}`);
  return collection;
}

/** A workspace's own pace, or the one that the settings give. */
function limitsOf(
  workspaces: ReadModels['workspaces'],
  settings: Settings,
): (workspace: string) => Promise<PaceLimits> {
  const fallback = {
    perSecond: settings.POSTLEDGER_PACE_PER_SECOND,
    perDay: settings.POSTLEDGER_PACE_PER_DAY,
  };
  return async (workspace) => (await workspaces.get(workspace))?.document.pace ?? fallback;
}
