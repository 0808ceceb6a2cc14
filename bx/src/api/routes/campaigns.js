// src/api/routes/campaigns.ts
import { foreignSenders } from "../../accepting/ownership.js";
import { findTemplate } from "../../accepting/templateLookup.js";
import { createCampaign } from "../../commands/email/createCampaign.js";
import { foreignSender } from "../../commands/email/decideDraft.js";
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { invalid, notFound } from "../../commands/kernel/refusal.js";
import { audience } from "../../events/audience.js";
import { campaign } from "../../events/campaign.js";
import { instant } from "../../ports/clock.js";
import { audiences } from "../../projections/audiences.js";
import { campaigns, listCampaigns } from "../../projections/campaigns.js";
import { foldedDocument } from "../../runtime/fold/freshDocument.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import { CampaignAnswer, CampaignList, campaignAnswer, NewCampaignBody } from "../resources/campaign.js";
import { streamedAnswer } from "../streamedAnswer.js";
import { writtenDocument } from "../writtenDocument.js";
var tags = ["Campaigns"];
var campaignRoutes = (app, dependencies) => {
  const { ledger, models } = dependencies;
  const isForeignSender = foreignSenders(dependencies);
  app.get(
    "/v1/campaigns",
    {
      config: { scope: "campaign:read" },
      schema: {
        tags,
        operationId: "listCampaigns",
        summary: "List campaigns",
        response: { 200: CampaignList }
      }
    },
    (request, reply) => streamedAnswer(reply, {}, "data", answers(listCampaigns(models.campaigns, request.caller.workspace)))
  );
  app.post(
    "/v1/campaigns",
    {
      config: { scope: "campaign:write", sends: true, reader: "campaign", namesInBody: true },
      schema: {
        tags,
        operationId: "createCampaign",
        summary: "Send a template to an audience, at once or at a time",
        body: NewCampaignBody,
        response: { 202: CampaignAnswer }
      }
    },
    async (request, reply) => {
      const { workspace } = request.caller;
      const body = bodyOf(request, "campaign");
      if (await isForeignSender(workspace, body.from)) throw foreignSender();
      const fields = await campaignFields(dependencies, workspace, body);
      const { campaignId: key, position } = await createCampaign(ledger, originOf(request), fields);
      const one = { collection: models.campaigns, projection: campaigns, stream: campaign.stream(key), key };
      const stored = await writtenDocument(ledger, one, position, "campaign");
      return reply.code(202).send(campaignAnswer(stored));
    }
  );
};
async function* answers(found) {
  for await (const page of found) yield page.map(campaignAnswer);
}
async function campaignFields(dependencies, workspace, body) {
  const scheduledMs = body.scheduled_for === void 0 ? null : parseInstant(body.scheduled_for);
  const audienceId = body.audience_id.toLowerCase();
  const templateId = body.template_id.toLowerCase();
  await requireCompleteAudience(dependencies, workspace, audienceId);
  const template = await findTemplate(dependencies, workspace, { templateId });
  if (template === null) throw notFound("There is no such template.");
  if (template.document.html === null && template.document.text === null)
    throw invalid("/template_id", "names a template that has neither html nor text");
  return {
    name: body.name,
    audienceId,
    templateId,
    templateRevision: template.document.revision,
    from: body.from,
    fromName: body.from_name ?? null,
    trackOpens: body.track_opens ?? true,
    trackClicks: body.track_clicks ?? true,
    scheduledFor: scheduledMs === null ? null : instant(scheduledMs)
  };
}
async function requireCompleteAudience({ ledger: { store }, models }, workspace, key) {
  const known = await models.audiences.get(key);
  const one = { store, projection: audiences, stream: audience.stream(key), key };
  const stored = known?.document.listedIn === workspace ? known : await foldedDocument(one);
  if (stored?.document.listedIn !== workspace) throw notFound("There is no such audience.");
}
export {
  campaignRoutes
};
//# sourceMappingURL=campaigns.js.map
