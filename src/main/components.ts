import { publicLinks } from '../commands/email/publicLinks.ts';
import type { Settings } from '../config.ts';
import { webhookDispatch } from '../dispatcher/dispatch.ts';
import { endpointDirectory } from '../dispatcher/endpoints.ts';
import { webhookFanOut } from '../dispatcher/fanOut.ts';
import type { RecordedEvent } from '../events/event.ts';
import { type AnyProjection, projectionConsumerName } from '../follow/fold/projection.ts';
import { watchCatchUp } from '../follow/reached.ts';
import type { PaceLimits } from '../ports/pace.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import { campaignRunWorker } from '../sender/campaign/campaignRunWorker.ts';
import { CLAIM_TIMEOUT_MS } from '../sender/claim/claims.ts';
import { byteBudget } from '../sender/email/byteBudget.ts';
import { rememberAccepted } from '../sender/email/emailStream.ts';
import { emailWorker } from '../sender/email/emailWorker.ts';
import { mailSigning } from '../sender/email/mailSigning.ts';
import { returnPath } from '../sender/email/returnPath.ts';
import { smsPartsWorker } from '../sender/sms/smsParts.ts';
import { smsWorker } from '../sender/sms/smsWorker.ts';
import type { Worker } from '../work/worker.ts';
import { loopsOf } from './loops.ts';
import { intakeDomain, partitionsOf, recipientsUrl } from './options.ts';
import type { ComponentDependencies, Components } from './role.ts';

/** The work indexes of the workers, by name. */
const WORK_INDEXES = ['emailOutbox', 'emailRetries', 'smsOutbox', 'smsParts', 'campaignRuns'] as const;
type WorkIndex = (typeof WORK_INDEXES)[number];

/** Bytes of mails that are composed and sent at once. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/**
 * Read models whose documents the next events change again, and for which no one waits: sums of a day, a
 * workspace or the whole ledger, and deliveries and mails, most of which end soon after they came. The dispatch takes new deliveries from
 * memory; those that another process scheduled wait a tick longer for their index. New mails are handed over to each sender that reads
 * of them.
 */
const MAY_WAIT: ReadonlySet<string> = new Set<keyof Projections>([
  'emailOutbox',
  'emailRetries',
  'messages',
  'searchTexts',
  'dailyAnalytics',
  'lastHours',
  'balances',
  'creditMonths',
  'keyUses',
  'webhookTotals',
  'webhookDeliveries',
  'webhookHealth',
  'webhookWork',
]);

/** Every projection, policy, worker and loop of the service, each under the role that runs it. */
export function componentsOf(dependencies: ComponentDependencies): Components {
  const { ports, ledger, projections, models, settings, bounds } = dependencies;
  const dispatch = webhookDispatch(
    {
      ...{ ...ports, ledger },
      endpoints: endpointDirectory(ledger.store, ports.clock),
      collection: models.webhookWork,
      health: models.webhookHealth,
      partitions: partitionsOf(settings),
    },
    bounds.dispatch,
  );
  const fanOut = webhookFanOut({ ...ports, ledger, handOver: dispatch.handOver });
  return {
    projections: (Object.keys(projections) as (keyof Projections)[]).map((name) => ({
      projection: projections[name],
      collection: models[name],
      mayWait: MAY_WAIT.has(name),
    })),
    watches: [{ role: 'dispatcher', types: ['WebhookEndpointChanged'], take: dispatch.endpointsChanged }],
    // The endpoints that were active at an event are read from the log itself.
    policies: [{ role: 'dispatcher', consults: [], policy: { ...fanOut, bounds: bounds.ahead } }],
    workers: senders(dependencies),
    loops: loopsOf(dependencies, dispatch),
  };
}

function senders(dependencies: ComponentDependencies): Components['workers'] {
  const { ports, ledger, projections, live, settings, route, accepting } = dependencies;
  const rule = {
    claimTimeoutMs: CLAIM_TIMEOUT_MS,
    get soleSinceMs() {
      return dependencies.soleSenderSinceMs();
    },
  };
  const sending = { ...ports, ledger, limitsOf: limitsOf(live.workspaces, settings), rule };
  const requireDomains = settings.POSTLEDGER_REQUIRE_DOMAINS === 'yes';
  const email = {
    ...sending,
    route,
    returnPath: returnPath(ports.tokens, settings.POSTLEDGER_BOUNCE_DOMAIN),
    links: publicLinks(ports.tokens, recipientsUrl(settings), intakeDomain(settings)),
    signing: mailSigning({ ...ports, ledger, requireDomains }),
    suppressedAmong: accepting.suppressedAmong,
    known: dependencies.models.addressEvidence,
    budget: byteBudget(MAX_MESSAGE_BYTES),
  };
  return [
    ...(['emailOutbox', 'emailRetries'] as const).map((index) => ({
      ...sender(dependencies, index, ['suppressions', 'workspaces'], (models) =>
        emailWorker({ ...email, index, collection: models[index] }),
      ),
      ...(index === 'emailOutbox' && {
        onRead: (events: readonly RecordedEvent[]) => rememberAccepted(ledger.store, events),
      }),
    })),
    sender(dependencies, 'smsOutbox', ['workspaces'], (models) =>
      smsWorker({ ...sending, collection: models.smsOutbox }),
    ),
    sender(dependencies, 'smsParts', [], (models) => smsPartsWorker({ ledger, collection: models.smsParts })),
    sender(
      dependencies,
      'campaignRuns',
      ['contacts', 'suppressions', 'senderDomains', 'workspaces'],
      (models) =>
        campaignRunWorker({
          ...{ ...sending, accepting },
          collection: models.campaignRuns,
          contacts: models.contacts,
          contactsCaughtUp: caughtUp(dependencies, projections.contacts),
        }),
    ),
  ];
}

/** A worker of the sender over its index; it gets the read models that it names, and no others. */
function sender<Index extends WorkIndex, Other extends keyof ReadModels, Document extends WorkDocument>(
  { projections, models }: Pick<ComponentDependencies, 'projections' | 'models'>,
  index: Index,
  others: readonly Other[],
  make: (models: Pick<ReadModels, Index | Other>) => Worker<Document>,
): Components['workers'][number] {
  const projectionOf = (name: keyof Projections) => projections[name];
  return {
    role: 'sender',
    worker: make(models),
    projection: projectionOf(index),
    consults: [index, ...others].map(projectionOf),
  };
}

/** Waits for the read model to pass the log's head as it is at the call; false when the signal aborts first. */
function caughtUp(
  { ports, checkpoints }: Pick<ComponentDependencies, 'ports' | 'checkpoints'>,
  projection: AnyProjection,
): (signal: AbortSignal) => Promise<boolean> {
  const names = [projectionConsumerName(projection)];
  return (signal) => watchCatchUp({ ...ports, checkpoints }, signal).passed(names);
}

/** A workspace's own pace, or the pace of the settings; none while it is suspended. */
export function limitsOf(
  workspaces: LiveModels['workspaces'],
  settings: Pick<Settings, 'POSTLEDGER_PACE_PER_SECOND' | 'POSTLEDGER_PACE_PER_DAY'>,
): (workspace: string) => Promise<PaceLimits> {
  const fallback = {
    perSecond: settings.POSTLEDGER_PACE_PER_SECOND,
    perDay: settings.POSTLEDGER_PACE_PER_DAY,
  };
  return async (workspace) => {
    const { pace, suspended } = (await workspaces.get(workspace))?.document ?? {};
    return suspended ? { ...fallback, perSecond: 0 } : (pace ?? fallback);
  };
}
