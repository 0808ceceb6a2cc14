// src/audit/asOf.ts
import { audience } from "../events/audience.js";
import { contact } from "../events/contact.js";
import { email } from "../events/email.js";
import { BEGINNING } from "../events/event.js";
import { sms } from "../events/sms.js";
import { template } from "../events/template.js";
import { webhookDelivery } from "../events/webhookDelivery.js";
import { foldEvent, UNFOLDED } from "../runtime/fold/foldEvent.js";
import { logPages } from "../runtime/rebuild/logPages.js";
var PAGE = 2e3;
var CATEGORIES = {
  audiences: [audience],
  contacts: [contact],
  messages: [email, sms],
  sms_messages: [sms],
  templates: [template],
  webhook_deliveries: [webhookDelivery]
};
async function documentsAsOf(log, of, keys, moment, onLooked = () => {
}) {
  const projection = of;
  const foldings = new Map(keys.map((key) => [key, UNFOLDED]));
  const lasts = /* @__PURE__ */ new Map();
  for await (const events of eventsUntil(log, projection, keys, moment)) {
    let own = 0;
    for (const event of events) {
      const touched = projection.keys(event).filter((key) => foldings.has(key));
      if (touched.length > 0) own++;
      for (const key of touched) {
        const before = foldings.get(key) ?? UNFOLDED;
        const after = foldEvent(projection, before, event, key);
        if (after === before) continue;
        foldings.set(key, after);
        lasts.set(key, event);
      }
    }
    onLooked(events.length, own);
  }
  const found = [...foldings].map(
    ([key, { document }]) => [key, { document, last: lasts.get(key) ?? null }]
  );
  return new Map(found);
}
async function* eventsUntil(log, { name, types }, keys, moment) {
  const categories = CATEGORIES[name];
  const ids = new Set(keys.map((key) => key.replace(/\/.*/s, "")));
  const sources = categories === void 0 ? [wholeLog(log, types, moment)] : [...ids].map((id) => ownEvents(log, categories, id));
  for (const source of sources)
    for await (const page of source) {
      const end = page.findIndex((event) => isAfter(event, moment));
      const events = end === -1 ? page : page.slice(0, end);
      yield events.filter(({ type }) => types.includes(type));
      if (end !== -1) break;
    }
}
var isAfter = ({ position, metadata }, moment) => "position" in moment ? position > moment.position : Date.parse(metadata.at) > moment.atMs;
async function* ownEvents(log, categories, id) {
  const events = [];
  for (const { stream } of categories)
    for (let page = [], from = 0; from === 0 || page.length === PAGE; from += PAGE) {
      page = await log.readStream(stream(id), { fromRevision: from, limit: PAGE });
      events.push(...page);
    }
  yield events.sort((one, other) => one.position < other.position ? -1 : 1);
}
async function* wholeLog(log, types, moment) {
  const end = await log.head();
  const until = "position" in moment && moment.position < end ? moment.position : end;
  for await (const { events } of logPages(log, { after: BEGINNING, until, limit: PAGE, types })) yield events;
}
export {
  documentsAsOf
};
//# sourceMappingURL=asOf.js.map
