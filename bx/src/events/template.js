// src/events/template.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { nullable, personal, StoredText, Uuid } from "./schema.js";
import { uuid5 } from "./uuid5.js";
var RevisionBody = {
  revision: Type.Integer({ minimum: 1 }),
  subject: Type.String(),
  html: nullable(StoredText),
  text: nullable(StoredText)
};
var template = category("template", {
  TemplateCreated: {
    v: 1,
    meaning: "The template exists, with revision 1 of its body.",
    schema: Type.Object({
      friendlyName: Type.String(),
      name: Type.String(),
      /** JSON object of defaults. */
      variables: personal(StoredText),
      ...RevisionBody
    })
  },
  TemplateRevised: {
    v: 1,
    meaning: "The body (subject, html or text) changed: a new revision.",
    schema: Type.Object(RevisionBody)
  },
  TemplateChanged: {
    v: 1,
    meaning: "Names or default variables changed; the revision stays.",
    schema: Type.Object({
      friendlyName: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      variables: Type.Optional(personal(StoredText))
    })
  },
  TemplateDeleted: {
    v: 1,
    meaning: "The template is gone for new sends; accepted messages keep their revision.",
    schema: Type.Object({})
  }
});
var templateName = category("templatename", {
  TemplateNameClaimed: {
    v: 1,
    meaning: "The friendly name belongs to this template.",
    schema: Type.Object({ friendlyName: Type.String(), templateId: Uuid })
  },
  TemplateNameReleased: {
    v: 1,
    meaning: "The friendly name is free again.",
    schema: Type.Object({ friendlyName: Type.String(), templateId: Uuid })
  }
});
function templateNameIdOf(workspaceId, friendlyName) {
  return uuid5("templatename", workspaceId, friendlyName);
}
export {
  template,
  templateName,
  templateNameIdOf
};
//# sourceMappingURL=template.js.map
