// src/api/resources/campaign.ts
import { Type } from "../../../packages/typebox.js";
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { Answer, emailField, headerText, instantAnswer, orNull, uuidField } from "../fields.js";
import { schemaReader } from "../reading/reader.js";
import { Closed, checker } from "../validation.js";
var name = Type.String({ minLength: 1, maxLength: 200, examples: ["Spring news"] });
var from = emailField({ examples: ["news@shop.test"] });
var fromName = headerText({ maxLength: 200, examples: ["The shop"] });
var NewCampaignBody = Closed({
  name,
  audience_id: uuidField(),
  template_id: uuidField(),
  from,
  from_name: Type.Optional(fromName),
  track_opens: Type.Optional(Type.Boolean({ default: true })),
  track_clicks: Type.Optional(Type.Boolean({ default: true })),
  scheduled_for: Type.Optional(
    Type.String({
      description: "ISO 8601 in UTC; absent or past: at once.",
      examples: ["2026-03-01T09:00:00Z"]
    })
  )
});
var checkSchema = checker(NewCampaignBody);
function campaignIssues(body) {
  const issues = checkSchema(body);
  const time = body?.scheduled_for;
  if (typeof time === "string" && (!time.endsWith("Z") || parseInstant(time) === null)) {
    const message = "must be an ISO 8601 instant of the calendar, in UTC, ending in Z";
    issues.push({ path: "/scheduled_for", message });
  }
  return issues;
}
var readCampaign = schemaReader(NewCampaignBody, (body) => body, campaignIssues);
var CampaignAnswer = Answer(
  "Campaign",
  {
    id: uuidField(),
    name,
    audience_id: uuidField(),
    template_id: uuidField(),
    from,
    from_name: orNull(fromName),
    track_opens: Type.Boolean(),
    track_clicks: Type.Boolean(),
    scheduled_for: orNull(instantAnswer()),
    run_id: uuidField("The run that sends the campaign."),
    status: Type.Union([Type.Literal("scheduled"), Type.Literal("running"), Type.Literal("completed")]),
    accepted: Type.Integer({ minimum: 0, description: "Messages taken in so far." }),
    skipped: Type.Integer({
      minimum: 0,
      description: "Contacts unsubscribed or suppressed; counted when the run is completed."
    }),
    created_at: instantAnswer()
  },
  "A campaign with the state of its run."
);
var CampaignList = Answer(
  "CampaignList",
  { data: Type.Array(CampaignAnswer) },
  "Every campaign, newest first."
);
function campaignAnswer({ key, document }) {
  return {
    id: key,
    name: document.name,
    audience_id: document.audienceId,
    template_id: document.templateId,
    from: document.from,
    from_name: document.fromName,
    track_opens: document.trackOpens,
    track_clicks: document.trackClicks,
    scheduled_for: document.scheduledFor,
    run_id: document.runId,
    status: document.status,
    accepted: document.accepted,
    skipped: document.skipped,
    created_at: document.createdAt
  };
}
export {
  CampaignAnswer,
  CampaignList,
  NewCampaignBody,
  campaignAnswer,
  readCampaign
};
//# sourceMappingURL=campaign.js.map
