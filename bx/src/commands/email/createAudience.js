// src/commands/email/createAudience.ts
import { AUDIENCE_CHUNK, audience } from "../../events/audience.js";
import { contact } from "../../events/contact.js";
import { slices } from "../../queues/slices.js";
import { newEvents } from "../kernel/ledger.js";
import { Refusal } from "../kernel/refusal.js";
var LOOKUP_CHUNK = 100;
var NAMED_ISSUES = 100;
var LOG_CHUNK = 20;
var MAX_FOREIGN = 1e3;
async function createAudience(ledger, contactsOf, origin, { name, description, contactIds }) {
  const { members, missing } = await membersAmong(ledger, contactsOf, origin.workspace, contactIds);
  const foreign = await foreignAmong(ledger, origin.workspace, [...missing]);
  if (foreign.size > 0) throw new Refusal("invalid", foreignIssues(contactIds, foreign));
  const audienceId = ledger.ids.uuid();
  const stream = audience.stream(audienceId);
  const giveWay = slices(ledger.clock);
  const [announced, ...more] = audienceEvents(name, description, [...members]);
  let appended = await ledger.store.append(stream, "no-stream", newEvents(ledger, origin, announced ?? []));
  for (const chunk of more) {
    await giveWay();
    appended = await ledger.store.append(stream, appended.revision, newEvents(ledger, origin, chunk));
  }
  return { audienceId, position: appended.position };
}
function audienceEvents(name, description, members) {
  const appends = [];
  for (let at = 0; at < members.length; at += AUDIENCE_CHUNK)
    appends.push([
      { type: "AudienceContactsAdded", data: { contactIds: members.slice(at, at + AUDIENCE_CHUNK) } }
    ]);
  const data = { name, description, contactCount: members.length };
  const [first = [], ...rest] = appends;
  return [[{ type: "AudienceCreated", data }, ...first], ...rest];
}
async function membersAmong({ clock }, contactsOf, workspace, contactIds) {
  const members = /* @__PURE__ */ new Set();
  const missing = /* @__PURE__ */ new Set();
  const giveWay = slices(clock);
  for (let at = 0; at < contactIds.length; at += LOOKUP_CHUNK) {
    const given = contactIds.slice(at, at + LOOKUP_CHUNK).map((id) => id.toLowerCase());
    const chunk = given.filter((id) => !members.has(id));
    const own = await contactsOf(workspace, chunk);
    for (const id of chunk) {
      members.add(id);
      if (!own.has(id)) missing.add(id);
    }
    await giveWay();
  }
  return { members, missing };
}
async function foreignAmong({ store, clock }, workspace, missing) {
  const foreign = /* @__PURE__ */ new Set();
  const giveWay = slices(clock);
  for (let at = 0; at < missing.length && foreign.size < MAX_FOREIGN; at += LOG_CHUNK) {
    const chunk = missing.slice(at, at + LOG_CHUNK);
    const firsts = await Promise.all(chunk.map((id) => store.readStream(contact.stream(id), { limit: 1 })));
    firsts.forEach(([first], n) => {
      if (first?.metadata.workspace !== workspace) foreign.add(chunk[n] ?? "");
    });
    await giveWay();
  }
  return foreign;
}
function foreignIssues(given, foreign) {
  const count = foreign.size;
  const all = count === 1 ? "holds 1 contact" : `holds ${count} contacts${count < MAX_FOREIGN ? "" : " or more"}`;
  const named = count > NAMED_ISSUES ? `, of which the first ${NAMED_ISSUES} are named` : "";
  const issues = [
    { path: "/contact_ids", message: `${all} that this workspace does not have${named}` }
  ];
  const seen = /* @__PURE__ */ new Set();
  for (const [at, written] of given.entries()) {
    const id = written.toLowerCase();
    if (seen.size === NAMED_ISSUES) break;
    if (!foreign.has(id) || seen.has(id)) continue;
    seen.add(id);
    issues.push({ path: `/contact_ids/${at}`, message: `no contact of this workspace has the id ${id}` });
  }
  return issues;
}
export {
  createAudience
};
//# sourceMappingURL=createAudience.js.map
