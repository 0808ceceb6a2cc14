// src/commands/template/templatesAsOf.ts
import { streamId } from "../../events/category.js";
import {
  template,
  templateName,
  templateNameIdOf
} from "../../events/template.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { EMPTY_LIST, lastPassing, withItem } from "../kernel/immutableList.js";
var revisions = {
  initial: EMPTY_LIST,
  evolve(list, { type, data, stream, position, metadata: { workspace } }) {
    if (type !== "TemplateCreated" && type !== "TemplateRevised") return list;
    const { revision, subject, html, text } = data;
    const hasBody = html !== null || text !== null;
    return withItem(list, { templateId: streamId(stream), revision, subject, hasBody, position, workspace });
  }
};
var claims = {
  initial: EMPTY_LIST,
  evolve: (list, { type, data: { templateId }, position }) => type === "TemplateNameClaimed" ? withItem(list, { position, templateId }) : list
};
function templatesAsOf(store, position) {
  const isBefore = (item) => item.position <= position;
  const byId = async (workspace, templateId) => {
    const { state } = await foldedStream(store, template.stream(templateId), revisions, position);
    const found = lastPassing(state, isBefore);
    return found?.workspace === workspace ? found : null;
  };
  return {
    byId,
    async byFriendlyName(workspace, friendlyName) {
      const stream = templateName.stream(templateNameIdOf(workspace, friendlyName));
      const { state } = await foldedStream(store, stream, claims, position);
      const claim = lastPassing(state, isBefore);
      return claim === void 0 ? null : byId(workspace, claim.templateId);
    }
  };
}
export {
  templatesAsOf
};
//# sourceMappingURL=templatesAsOf.js.map
