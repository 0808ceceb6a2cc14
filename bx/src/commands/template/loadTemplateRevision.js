// src/commands/template/loadTemplateRevision.ts
import { template } from "../../events/template.js";
import { foldedStream, forgetFold } from "../../runtime/fold/foldedStream.js";
import { recordedAt } from "../../runtime/follow/recordedAt.js";
import { EMPTY_LIST, itemAt, lastPassing, withItem } from "../kernel/immutableList.js";
import { loadText } from "../kernel/storedText.js";
var templatePlaces = {
  initial: { bodies: EMPTY_LIST, defaults: EMPTY_LIST },
  evolve: ({ bodies, defaults }, { type, data, revision, position }) => {
    const place = { revision, position };
    const hasBody = type === "TemplateCreated" || type === "TemplateRevised";
    const hasDefaults = (type === "TemplateCreated" || type === "TemplateChanged") && data.variables !== void 0;
    return {
      bodies: hasBody ? withItem(bodies, place) : bodies,
      defaults: hasDefaults ? withItem(defaults, place) : defaults
    };
  }
};
async function loadTemplateRevision({ store, blobs, clock }, templateId, revision, asOf = null) {
  const stream = template.stream(templateId);
  const { state } = await foldedStream(store, stream, templatePlaces, asOf, clock);
  const bodyAt = itemAt(state.bodies, revision - 1);
  const defaultsAt = lastPassing(state.defaults, ({ position }) => asOf === null || position <= asOf);
  const [body, set] = await Promise.all([eventAt(store, stream, bodyAt), eventAt(store, stream, defaultsAt)]);
  if (body?.type !== "TemplateCreated" && body?.type !== "TemplateRevised") {
    forgetFold(store, stream, templatePlaces);
    return null;
  }
  const { subject, html, text } = body.data;
  const variables = set?.type === "TemplateCreated" || set?.type === "TemplateChanged" ? set.data.variables : void 0;
  return {
    subject,
    html: html === null ? null : await loadText(blobs, html),
    text: text === null ? null : await loadText(blobs, text),
    defaults: variables === void 0 ? {} : await variablesIn(blobs, variables)
  };
}
async function eventAt(store, stream, place) {
  return place === void 0 ? null : recordedAt(store, stream, place.revision);
}
async function variablesIn(blobs, variables) {
  return JSON.parse(await loadText(blobs, variables));
}
export {
  loadTemplateRevision
};
//# sourceMappingURL=loadTemplateRevision.js.map
