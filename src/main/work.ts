import type { Accepting } from '../commands/acceptEmail.ts';
import type { Ledger } from '../commands/ledger.ts';
import type { Settings } from '../config.ts';
import { webhookDeliveryWorker } from '../dispatcher/deliveryWorker.ts';
import { webhookFanOut } from '../dispatcher/fanOut.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceLimits } from '../ports/pace.ts';
import type { AnyProjection } from '../projections/projection.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { WorkDocument } from '../projections/workIndex.ts';
import type { Worker } from '../runtime/worker.ts';
import { campaignRunWorker } from '../sender/campaignRunWorker.ts';
import { emailWorker } from '../sender/emailWorker.ts';
import { runSmsIntake } from '../sender/smsIntake.ts';
import { smsWorker } from '../sender/smsWorker.ts';
import type { Outside } from './outside.ts';
import type { Ports } from './ports.ts';
import type { Role, Work } from './roles.ts';

export interface WorkParts {
  readonly settings: Settings;
  readonly ports: Ports;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly outside: Outside;
  /** The accept path, for campaign runs. */
  readonly accepting: Accepting;
  /** Since when no other process can be sending; null where others may. */
  readonly soleSenderSinceMs: () => number | null;
}

/** Age from which another process's claim on a recipient is taken for abandoned. */
const CLAIM_TIMEOUT_MS = 10 * 60_000;

/** Every projection, policy, worker and loop of the service, each under the role that runs it. */
export function workOf(parts: WorkParts): Work {
  const { ports, ledger, projections, models, outside, settings } = parts;
  const { blobs, pace, secrets, log, metrics } = ports;
  const collections = models as unknown as Record<string, Collection<object>>;

  const rule = {
    claimTimeoutMs: CLAIM_TIMEOUT_MS,
    get soleSinceMs() {
      return parts.soleSenderSinceMs();
    },
  };
  const sending = { ledger, pace, log, metrics, rule, limitsOf: limitsOf(models, settings) };
  const email = emailWorker({
    ...sending,
    blobs,
    mailer: outside.mailer,
    renderer: outside.renderer,
    composer: outside.composer,
    collection: models.emailOutbox,
    suppressions: models.suppressions,
  });
  const sms = smsWorker({ ...sending, carrier: outside.carrier, collection: models.smsOutbox });
  const runs = campaignRunWorker({
    accepting: parts.accepting,
    collection: models.campaignRuns,
    contacts: models.contacts,
    suppressions: models.suppressions,
    log,
  });
  const webhooks = webhookDeliveryWorker({
    ledger,
    secrets,
    poster: outside.poster,
    collection: models.webhookWork,
    metrics,
    log,
  });

  const workers = [
    worker('sender', email, projections.emailOutbox),
    worker('sender', sms, projections.smsOutbox),
    worker('sender', runs, projections.campaignRuns),
    worker('dispatcher', webhooks, projections.webhookWork),
  ];
  return {
    projections: Object.entries(projections).map(([name, projection]) => ({
      projection: projection as unknown as AnyProjection,
      collection: collectionNamed(collections, name),
    })),
    policies: [{ role: 'dispatcher', policy: webhookFanOut({ ledger, metrics, log }) }],
    workers,
    loops: [
      {
        role: 'sender',
        run: (signal, mayRun) =>
          runSmsIntake({ ledger, carrier: outside.carrier, numbers: models.smsNumbers, log }, signal, mayRun),
      },
    ],
  };
}

function worker<Document extends WorkDocument>(role: Role, one: Worker<Document>, projection: unknown) {
  return { role, worker: one as unknown as Worker, projection: projection as AnyProjection };
}

function collectionNamed(collections: Record<string, Collection<object>>, name: string): Collection<object> {
  const collection = collections[name];
  if (collection === undefined) throw new Error(`no collection is open for the projection ${name}`);
  return collection;
}

/** A workspace's own pace, or the one that the settings give. */
function limitsOf(models: ReadModels, settings: Settings): (workspace: string) => Promise<PaceLimits> {
  const fallback = {
    perSecond: settings.POSTLEDGER_PACE_PER_SECOND,
    perDay: settings.POSTLEDGER_PACE_PER_DAY,
  };
  return async (workspace) => (await models.workspaces.get(workspace))?.document.pace ?? fallback;
}
