// src/commands/email/revokedLinks.ts
import { email } from "../../events/email.js";
import { links } from "../../events/links.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import { invalid, notFound } from "../kernel/refusal.js";
var MAX_REVOCATIONS = 1e3;
var REASON_MAX = 500;
var isSame = (one, other) => one.emailId === other.emailId && one.url === other.url;
var revokedLinksDecider = {
  initial: [],
  evolve: (revoked, { type, data }) => {
    const others = revoked.filter((one) => !isSame(one, data));
    return type === "LinksRevoked" ? [...others, data] : others;
  },
  decide: ({ do: wish, ...command }, revoked) => {
    const before = revoked.find((one) => isSame(one, command));
    const of = { emailId: command.emailId, url: command.url };
    if (wish === "restore") {
      if (before === void 0) throw notFound("These links were not revoked.");
      return [{ type: "LinksRestored", data: of }];
    }
    const { reason } = command;
    if (!new RegExp("^\\P{Cc}+$", "u").test(reason) || [...reason].length > REASON_MAX)
      throw invalid("/reason", `must be one line of 1 to ${REASON_MAX} characters`);
    if (before?.reason === reason) return [];
    if (before === void 0 && revoked.length >= MAX_REVOCATIONS)
      throw invalid("", `at most ${MAX_REVOCATIONS} revocations; restore some, or revoke all links`);
    return [{ type: "LinksRevoked", data: { ...of, reason } }];
  }
};
async function decideLinks(ledger, origin, command) {
  const { emailId, url } = command;
  if (emailId !== null && await workspaceOf(ledger.store, emailId) !== origin.workspace)
    throw notFound(`The workspace has no email ${emailId}.`);
  if (url !== null && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    throw invalid("/url", "must be a web address that begins with http:// or https://");
  const normal = { ...command, url: url && new URL(url).href };
  await handle(ledger, origin, links.stream(origin.workspace), revokedLinksDecider, normal);
}
async function revokedLinksOf(store, workspace) {
  return (await foldedStream(store, links.stream(workspace), revokedLinksDecider)).state;
}
async function isRevoked(store, emailId, target) {
  const workspace = await workspaceOf(store, emailId);
  if (workspace === null) return false;
  return (await revokedLinksOf(store, workspace)).some(
    (one) => (one.emailId === null || one.emailId === emailId) && (one.url === null || target.href.startsWith(one.url))
  );
}
async function workspaceOf(store, emailId) {
  const [accepted] = await email.read(store, emailId, { limit: 1 });
  return accepted?.metadata.workspace ?? null;
}
export {
  decideLinks,
  isRevoked,
  revokedLinksOf
};
//# sourceMappingURL=revokedLinks.js.map
