// src/api/resources/audience.ts
import { Type } from "../../../packages/typebox.js";
import { Answer, instantAnswer, orNull, uuidField } from "../fields.js";
import { Closed } from "../validation.js";
var name = Type.String({ minLength: 1, maxLength: 200, examples: ["Customers"] });
var description = Type.String({ maxLength: 1e3, examples: ["All who bought something"] });
var NewAudienceBody = Closed({
  name,
  description: Type.Optional(description),
  contact_ids: Type.Optional(
    Type.Array(uuidField(), {
      maxItems: 1e5,
      description: "Contacts of this workspace; repeats count once."
    })
  )
});
var AudienceAnswer = Answer(
  "Audience",
  {
    id: uuidField(),
    name,
    description: orNull(description),
    contact_count: Type.Integer({ minimum: 0 }),
    created_at: instantAnswer()
  },
  "An audience with its contact count."
);
var AudienceList = Answer(
  "AudienceList",
  { data: Type.Array(AudienceAnswer) },
  "Every audience, newest first."
);
function audienceAnswer({ key, document }) {
  return {
    id: key,
    name: document.name,
    description: document.description,
    contact_count: document.contactCount,
    created_at: document.createdAt
  };
}
export {
  AudienceAnswer,
  AudienceList,
  NewAudienceBody,
  audienceAnswer
};
//# sourceMappingURL=audience.js.map
