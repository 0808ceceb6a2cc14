import { type AnyProjection, openProjection, type Projection } from '../follow/fold/projection.ts';
import type { Collection, Documents } from '../ports/documents.ts';
import { addressEvidence } from './addressEvidence.ts';
import { apiKeys } from './apiKeys.ts';
import { audiences } from './audiences.ts';
import { balances } from './balances.ts';
import { campaignRuns } from './campaignRuns.ts';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { creditMonths } from './creditMonths.ts';
import { dailyAnalytics } from './dailyAnalytics.ts';
import { emailOutbox } from './emailOutbox.ts';
import { emailRetries } from './emailRetries.ts';
import { keyUses } from './keyUses.ts';
import { lastHours } from './lastHours.ts';
import { messages } from './messages.ts';
import { recordReadModels } from './olderVersions.ts';
import { searchTexts } from './searchTexts.ts';
import { senderDomains } from './senderDomains.ts';
import { smsCarrierIds } from './smsCarrierIds.ts';
import { smsMessages } from './smsMessages.ts';
import { smsNumbers } from './smsNumbers.ts';
import { smsOptOuts } from './smsOptOuts.ts';
import { smsOutbox } from './smsOutbox.ts';
import { smsParts } from './smsParts.ts';
import { smsTemplates } from './smsTemplates.ts';
import { suppressions } from './suppressions.ts';
import { templates } from './templates.ts';
import { webhookDeliveries } from './webhookDeliveries.ts';
import { webhookEndpoints } from './webhookEndpoints.ts';
import { webhookHealth } from './webhookHealth.ts';
import { webhookTotals } from './webhookTotals.ts';
import { webhookWork } from './webhookWork.ts';
import { workspaces } from './workspaces.ts';

/**
 * Every projection of the service, by the name under which queries find its collection.
 * `partitions`: number of partitions of the work indexes.
 */
export const projectionsFor = (partitions: number) =>
  ({
    apiKeys,
    keyUses,
    templates,
    smsTemplates,
    smsMessages,
    messages: messages(partitions),
    smsNumbers,
    searchTexts,
    senderDomains,
    smsCarrierIds,
    smsOptOuts,
    dailyAnalytics,
    lastHours,
    contacts,
    campaigns,
    audiences,
    balances,
    creditMonths,
    suppressions,
    addressEvidence,
    workspaces,
    webhookEndpoints,
    webhookDeliveries,
    webhookHealth,
    webhookTotals,
    webhookWork: webhookWork(partitions),
    emailOutbox: emailOutbox(partitions),
    emailRetries: emailRetries(partitions),
    smsOutbox: smsOutbox(partitions),
    smsParts: smsParts(partitions),
    campaignRuns: campaignRuns(partitions),
  }) as const;

export type Projections = ReturnType<typeof projectionsFor>;

type DocumentOf<P> = P extends Projection<infer Document, infer _Event> ? Document : never;

/** The collections of the projections, which queries read. */
export type ReadModels = { readonly [Name in keyof Projections]: Collection<DocumentOf<Projections[Name]>> };

/** The projections without the types of their documents: for the runner, the rebuild and the verifier. */
export function projectionList(projections: Projections): readonly AnyProjection[] {
  return Object.values(projections);
}

export async function openReadModels(documents: Documents, projections: Projections): Promise<ReadModels> {
  await recordReadModels(documents, projectionList(projections));
  const opened = await Promise.all(
    Object.entries<AnyProjection>(projections).map(async ([name, projection]) => [
      name,
      await openProjection(documents, projection),
    ]),
  );
  return Object.fromEntries(opened) as ReadModels;
}
