// src/console/pages/addresses.ts
import { html } from "hono/html";
import { isEmailAddress } from "../../commands/email/emailAddress.js";
import { decideSuppression } from "../../commands/email/suppress.js";
import { streamId } from "../../events/category.js";
import { contactIdOf } from "../../events/contact.js";
import { email } from "../../events/email.js";
import { suppressionIdOf } from "../../events/suppression.js";
import { actForm, addressWith, factsOf, field, tableOf, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { addressLink, addressPath } from "../links.js";
import { partOf } from "../notAsked.js";
import { ConsoleFault, NOTHING } from "../page.js";
import { placeIn, placeText } from "../places.js";
import { may } from "../roles.js";
import { whenShown } from "../whenShown.js";
import { foundMessages } from "./messages.js";
var SHOWN = 100;
var addressPages = (routes, { models, live, ledger }) => {
  routes.workspacePage("addresses", "see", async (visit) => {
    const { workspace, query } = visit;
    const after = placeIn(query.after);
    const shown = await models.suppressions.page({
      ...{ index: "byWorkspace", equals: [workspace.id], descending: true, limit: SHOWN },
      ...after && { after }
    });
    const last = shown.length < SHOWN ? void 0 : shown.at(-1);
    const next = last && placeText({ values: [workspace.id, last.document.suppressedAt], key: last.key });
    const body = html`<form class="row" method="get" action="${pathIn(workspace, "addresses/find")}">
${field("Address of a recipient", "address", html`type="search" required`)}<button class="main">Show</button></form>
<h2>Suppressed addresses</h2>
${tableOf(
      `The newest first, ${SHOWN} a page`,
      [
        { heading: "Address", of: ({ document: { address } }) => addressLink(workspace, address) },
        {
          heading: "Why",
          of: ({ document: { reason, detail } }) => detail === null ? reason : `${reason}: ${detail}`
        },
        { heading: "Since", of: ({ document }) => timeOf(document.suppressedAt) }
      ],
      shown,
      query.after ? "No others are suppressed." : "No address is suppressed."
    )}
${next === void 0 ? NOTHING : html`<p><a href="${addressWith(visit, { after: next })}" rel="next">Older ones</a></p>`}`;
    return { title: "Addresses", body };
  });
  routes.workspacePage("addresses/find", "see", async (visit) => {
    const address = addressIn(visit.query);
    const { workspace } = visit;
    const id = suppressionIdOf(workspace.id, address);
    const body = html`${await partOf("Whether the address is suppressed", async () => {
      const suppressed = (await models.suppressions.get(id))?.document ?? null;
      const evidence = await models.addressEvidence.get(id);
      return html`${suppressed === null ? html`<p class="good">The address is sent to.</p>` : suppressionOf(visit, suppressed)}
${suppressionForm(visit, address, suppressed !== null)}
${evidence === null ? NOTHING : html`<p class="quiet">Reports without proof about this address are kept in the log.</p>`}`;
    })}
${await partOf("The contact", () => contactOf(models, visit, address))}
<h2>Messages</h2>
${await partOf("Messages", () => foundMessages(models, visit, { to: address }))}`;
    return { title: address, body };
  });
  const decide = async ({ workspace, origin, form }, what) => {
    const address = addressIn(form);
    if (what === "add" && !isEmailAddress(address)) throw noAddress();
    const reason = reasonIn(form);
    const id = suppressionIdOf(workspace.id, address);
    const to = addressPath(workspace, address);
    const before = (await live.suppressionOf(workspace.id, address))?.reason;
    if (what === "add" ? before !== void 0 && before !== "unsubscribe" : before === void 0)
      return {
        to,
        says: `${address} is ${what === "add" ? "suppressed" : "sent to"} already. Nothing was done.`
      };
    const position = await decideSuppression(ledger, origin, { do: what, address, reason });
    const says = `${address} is ${what === "add" ? "suppressed" : "sent to again"}.`;
    return whenShown({ to, says }, models.suppressions, id, position, ledger.clock);
  };
  routes.workspaceAct("addresses/suppress", "suppress", (visit) => decide(visit, "add"));
  routes.workspaceAct("addresses/lift", "suppress", (visit) => decide(visit, "remove"));
};
var noAddress = () => new ConsoleFault(400, "address: write one email address, such as ann@example.org.");
function addressIn({ address = "" }) {
  const trimmed = address.trim();
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(trimmed) || trimmed.length > 320) throw noAddress();
  return trimmed;
}
function reasonIn({ reason = "" }) {
  const trimmed = reason.trim();
  if (!new RegExp("^\\P{Cc}+$", "u").test(trimmed) || [...trimmed].length > 500)
    throw new ConsoleFault(400, "reason: write one line of 1 to 500 characters.");
  return trimmed;
}
function suppressionOf({ workspace, session }, { reason, detail, suppressedAt, by: { stream, revision } }) {
  const id = streamId(stream);
  const isMail = stream === email.stream(id);
  const event = pathIn(workspace, `log/${encodeURIComponent(stream)}/${revision}`);
  return html`<p class="bad">The address is suppressed: nothing is sent to it.</p>${factsOf({
    Why: reason,
    Detail: detail,
    Since: timeOf(suppressedAt),
    Message: isMail ? html`<a href="${pathIn(workspace, `messages/${id}`)}">${id}</a>` : null,
    Event: may(session, "log") ? html`<a href="${event}">${stream}, ${revision}</a>` : null
  })}`;
}
function suppressionForm(visit, address, isSuppressed) {
  if (!may(visit.session, "suppress")) return NOTHING;
  const [act, label] = isSuppressed ? ["lift", "Send to it again"] : ["suppress", "Suppress it"];
  const reason = field("Reason, for the readers of the log", "reason", html`required maxlength="500"`);
  return actForm(visit, pathIn(visit.workspace, `addresses/${act}`), label, { address }, reason);
}
async function contactOf({ contacts }, { workspace }, address) {
  const contact = (await contacts.get(contactIdOf(workspace.id, address)))?.document ?? null;
  if (contact === null) return html`<p class="quiet">The address is no contact of the workspace.</p>`;
  const { firstName, lastName, subscribed, tags, createdAt, updatedAt } = contact;
  return html`<h2>Contact</h2>${factsOf({
    Name: [firstName, lastName].filter((part) => part !== null).join(" "),
    Consent: subscribed === null ? "not said" : subscribed ? "subscribed" : "unsubscribed",
    Tags: tags.join(", "),
    Created: timeOf(createdAt),
    Changed: timeOf(updatedAt)
  })}`;
}
export {
  addressPages
};
//# sourceMappingURL=addresses.js.map
