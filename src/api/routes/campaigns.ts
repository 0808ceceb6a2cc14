import type { Static } from 'typebox';
import { foreignSenders } from '../../accepting/ownership.ts';
import { findTemplate } from '../../accepting/templateLookup.ts';
import { createCampaign, type NewCampaign } from '../../commands/email/createCampaign.ts';
import { foreignSender } from '../../commands/email/decideDraft.ts';
import { parseInstant } from '../../commands/kernel/parseInstant.ts';
import { invalid, notFound, Refusal } from '../../commands/kernel/refusal.ts';
import { audience } from '../../events/audience.ts';
import { campaign } from '../../events/campaign.ts';
import { foldedDocument } from '../../follow/fold/foldedDocument.ts';
import { instant } from '../../ports/clock.ts';
import type { Stored } from '../../ports/documents.ts';
import { audiences } from '../../projections/audiences.ts';
import { type CampaignDocument, campaigns, listCampaigns } from '../../projections/campaigns.ts';
import type { ApiDependencies, Routes } from '../dependencies.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { CampaignAnswer, CampaignList, campaignAnswer, NewCampaignBody } from '../resources/campaign.ts';
import { streamedAnswer } from '../streamedAnswer.ts';
import { writtenDocument } from '../writtenDocument.ts';

const operation = operationsOf('Campaigns');

/** Spec section 4.5. */
export const campaignRoutes: Routes = (app, dependencies) => {
  const { ledger, models } = dependencies;
  const isForeignSender = foreignSenders(dependencies);

  app.get(
    '/v1/campaigns',
    {
      config: { scope: 'campaign:read' },
      schema: operation('listCampaigns', 'List campaigns', { response: { 200: CampaignList } }),
    },
    (request, reply) =>
      streamedAnswer(reply, {}, 'data', answers(listCampaigns(models.campaigns, request.caller.workspace))),
  );

  app.post(
    '/v1/campaigns',
    {
      config: { scope: 'campaign:write', sends: true, reader: 'campaign', namesInBody: true },
      schema: operation('createCampaign', 'Send a template to an audience, at once or at a time', {
        body: NewCampaignBody,
        response: { 202: CampaignAnswer },
      }),
    },
    async (request, reply) => {
      const { workspace } = request.caller;
      const body = bodyOf(request, 'campaign');
      if (await isForeignSender(workspace, body.from))
        throw new Refusal('invalid', [foreignSender(body.from)]);
      const fields = await campaignFields(dependencies, workspace, body);
      const { campaignId: key, position } = await createCampaign(ledger, originOf(request), fields);
      const one = { collection: models.campaigns, projection: campaigns, stream: campaign.stream(key), key };
      const stored = await writtenDocument(ledger, one, position, 'campaign');
      return reply.code(202).send(campaignAnswer(stored));
    },
  );
};

async function* answers(found: AsyncIterable<readonly Stored<CampaignDocument>[]>) {
  for await (const page of found) yield page.map(campaignAnswer);
}

/** @throws Refusal `notFound` for an audience or template that the workspace doesn't have */
async function campaignFields(
  dependencies: ApiDependencies,
  workspace: string,
  body: Static<typeof NewCampaignBody>,
): Promise<NewCampaign> {
  const scheduledMs = body.scheduled_for === undefined ? null : parseInstant(body.scheduled_for);
  const audienceId = body.audience_id.toLowerCase();
  const templateId = body.template_id.toLowerCase();
  await requireCompleteAudience(dependencies, workspace, audienceId);
  const template = await findTemplate(dependencies, workspace, { templateId });
  if (template === null) throw notFound('There is no such template.');
  if (template.document.html === null && template.document.text === null)
    throw invalid('/template_id', 'names a template that has neither html nor text');
  return {
    name: body.name,
    audienceId,
    templateId,
    templateRevision: template.document.revision,
    from: body.from,
    fromName: body.from_name ?? null,
    trackOpens: body.track_opens ?? true,
    trackClicks: body.track_clicks ?? true,
    scheduledFor: scheduledMs === null ? null : instant(scheduledMs),
  };
}

/** @throws Refusal `notFound` for an audience whose contacts are still being added: only the creating call sees it */
async function requireCompleteAudience(
  { ledger: { store }, models }: ApiDependencies,
  workspace: string,
  key: string,
): Promise<void> {
  const known = await models.audiences.get(key);
  const one = { store, projection: audiences, stream: audience.stream(key), key };
  const stored = known?.document.listedIn === workspace ? known : await foldedDocument(one);
  if (stored?.document.listedIn !== workspace) throw notFound('There is no such audience.');
}
