// src/events/campaign.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { Instant, nullable, personal, Uuid } from "./schema.js";
var campaign = category("campaign", {
  CampaignCreated: {
    v: 1,
    meaning: "The campaign was created, with the template revision it will send.",
    schema: Type.Object({
      runId: Uuid,
      name: Type.String(),
      audienceId: Uuid,
      templateId: Uuid,
      /** The revision that is sent, also when the template changes later. */
      templateRevision: Type.Integer({ minimum: 1 }),
      from: personal(Type.String()),
      fromName: nullable(personal(Type.String())),
      trackOpens: Type.Boolean(),
      trackClicks: Type.Boolean(),
      /** Null: at once. */
      scheduledFor: nullable(Instant)
    })
  },
  CampaignRunStarted: {
    v: 1,
    meaning: "The run began accepting its messages.",
    schema: Type.Object({ runId: Uuid })
  },
  CampaignRunCompleted: {
    v: 1,
    meaning: "Every contact of the audience was accepted or skipped.",
    schema: Type.Object({
      runId: Uuid,
      accepted: Type.Integer({ minimum: 0 }),
      skipped: Type.Integer({ minimum: 0 })
    })
  }
});
export {
  campaign
};
//# sourceMappingURL=campaign.js.map
