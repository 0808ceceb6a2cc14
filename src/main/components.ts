import { publicLinks } from '../commands/email/publicLinks.ts';
import type { Settings } from '../config.ts';
import { webhookFanOut } from '../dispatcher/fanOut.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceLimits } from '../ports/pace.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { Worker } from '../runtime/worker.ts';
import { campaignRunWorker } from '../sender/campaign/campaignRunWorker.ts';
import { CLAIM_TIMEOUT_MS } from '../sender/claims.ts';
import { mailSigning } from '../sender/email/mailSigning.ts';
import { returnPath } from '../sender/email/returnPath.ts';
import { emailWorker } from '../sender/emailWorker.ts';
import { shareRoute } from '../sender/route/routeNews.ts';
import { smsPartsWorker } from '../sender/sms/smsParts.ts';
import { smsWorker } from '../sender/sms/smsWorker.ts';
import type { ComponentParts } from './componentParts.ts';
import { dispatchOf, webhookLoops } from './dispatchComponents.ts';
import { intakeLoops } from './intakeLoops.ts';
import { intakeDomain, recipientsUrl } from './options.ts';
import type { Components, Role } from './role.ts';

/** The work indexes of the workers, by name. */
const WORK_INDEXES = ['emailOutbox', 'smsOutbox', 'smsParts', 'campaignRuns'] as const;
type WorkIndex = (typeof WORK_INDEXES)[number];

/** Workers and dispatch let go of what their index has passed in every partition. */
const IN_STEP: ReadonlySet<string> = new Set<keyof Projections>([...WORK_INDEXES, 'webhookWork']);

/**
 * Read models whose documents the next events change again, and that nobody waits for: sums of a day, a workspace or the
 * whole ledger, and deliveries, most of which end soon after they are scheduled. Their dispatch takes new ones from memory;
 * what another process scheduled waits the longer for its index.
 */
const GATHER_MS: ReadonlyMap<string, number> = new Map<keyof Projections, number>([
  ['dailyAnalytics', 250],
  ['balances', 250],
  ['webhookTotals', 250],
  ['webhookDeliveries', 250],
  ['webhookWork', 100],
]);

/** Every projection, policy, worker and loop of the service, each under the role that runs it. */
export function componentsOf(parts: ComponentParts): Components {
  const { ports, ledger, projections, models } = parts;
  const { log, metrics } = ports;
  const collections: Record<string, Collection<object>> = models;
  const dispatch = dispatchOf(parts);
  const { handOver } = dispatch;
  return {
    projections: Object.entries(projections).map(([name, projection]) => ({
      projection,
      inStep: IN_STEP.has(name),
      gatherMs: GATHER_MS.get(name) ?? 0,
      collection: collectionNamed(collections, name),
      tells: tellsOf(name),
    })),
    // The endpoints of an event's own moment are read from the log itself.
    policies: [
      { role: 'dispatcher', consults: [], policy: webhookFanOut({ ledger, metrics, log, handOver }) },
      { role: 'dispatcher', consults: [], policy: dispatch.news },
    ],
    workers: senders(parts),
    loops: [
      // Each process that sends probes for itself: what one reaches another may not.
      { role: 'sender', consults: [], run: (signal) => parts.route.run(signal) },
      { role: 'sender', consults: [], run: (signal) => sharing(parts, signal) },
      ...webhookLoops(parts, dispatch),
      ...intakeLoops(parts),
    ],
  };
}

function sharing(
  { ports: { ids, clock, log }, route: { report }, routeNews: news, routeChanges: changes }: ComponentParts,
  signal: AbortSignal,
): Promise<void> {
  return shareRoute({ news, member: ids.uuid(), report, changes, clock, log }, signal);
}

function senders(parts: ComponentParts): Components['workers'] {
  const { ports, ledger, settings, route } = parts;
  const { blobs, pace, mailer, renderer, composer, signer, carrier, secrets, tokens, log, metrics } = ports;
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
        route,
        returnPath: returnPath(tokens, settings.POSTLEDGER_BOUNCE_DOMAIN),
        renderer,
        composer,
        links: publicLinks(tokens, recipientsUrl(settings), intakeDomain(settings)),
        signing: mailSigning({
          ledger,
          secrets,
          signer,
          log,
          requireDomains: parts.settings.POSTLEDGER_REQUIRE_DOMAINS === 'yes',
        }),
        collection: models.emailOutbox,
        suppressions: models.suppressions,
      }),
    ),
    worker('sender', parts, 'smsOutbox', ['workspaces', 'smsOptOuts'], (models) =>
      smsWorker({
        ...sending,
        limitsOf: limitsOf(models.workspaces, parts.settings),
        carrier,
        optOuts: models.smsOptOuts,
        collection: models.smsOutbox,
      }),
    ),
    worker('sender', parts, 'smsParts', [], (models) =>
      smsPartsWorker({ ledger, collection: models.smsParts }),
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

function tellsOf(name: string): Components['projections'][number]['tells'] {
  if (name === 'workspaces') return 'workspaces';
  return WORK_INDEXES.some((index) => index === name) ? 'lanes' : null;
}

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
    worker: make(models),
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
