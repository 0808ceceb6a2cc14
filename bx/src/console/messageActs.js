// src/console/messageActs.ts
import { html } from "hono/html";
import { streamId } from "../events/category.js";
import { suppressedAmong } from "../projections/suppressions.js";
import { actForm, choice, field } from "./elements.js";
import { pathIn } from "./layout.js";
import { partOf } from "./notAsked.js";
import { NOTHING } from "./page.js";
import { may } from "./roles.js";
async function actsOn(dependencies, visit, history) {
  return html`${againForm(visit, history)}${await partOf("Who is suppressed", () => suppressForm(dependencies, visit, history))}`;
}
function deliveriesAmong({ events }) {
  const posted = events.filter(({ webhook }) => webhook !== null);
  return [...new Set(posted.map(({ event }) => streamId(event.stream)))];
}
function againForm(visit, history) {
  const { length } = deliveriesAmong(history);
  const [first] = history.events;
  if (first === void 0 || length === 0 || !may(visit.session, "redeliver")) return NOTHING;
  const label = length === 1 ? "Post its webhook again" : `Post its ${length} webhooks again`;
  const fields = { message: streamId(first.event.stream) };
  return actForm(visit, pathIn(visit.workspace, "webhooks/again"), label, fields);
}
async function suppressForm({ models }, visit, { events }) {
  const { workspace, session } = visit;
  const [accepted] = events.map(({ event }) => event);
  if (accepted?.type !== "EmailAccepted" || !may(session, "suppress")) return NOTHING;
  const addresses = accepted.data.recipients.map(({ address }) => address);
  const suppressed = await suppressedAmong(models.suppressions, workspace.id, addresses);
  const open = addresses.filter((address) => !suppressed.has(address));
  const [only, another] = open;
  if (only === void 0) return NOTHING;
  const reason = field("Reason, for the readers of the log", "reason", html`required maxlength="500"`);
  const act = pathIn(workspace, "addresses/suppress");
  if (another === void 0) return actForm(visit, act, `Suppress ${only}`, { address: only }, reason);
  const names = Object.fromEntries(open.map((address) => [address, address]));
  const which = choice("Recipient", "address", names, only);
  return actForm(visit, act, "Suppress", {}, html`${which}${reason}`);
}
export {
  actsOn,
  deliveriesAmong
};
//# sourceMappingURL=messageActs.js.map
