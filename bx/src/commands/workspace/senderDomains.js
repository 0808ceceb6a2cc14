// src/commands/workspace/senderDomains.ts
import { workspace } from "../../events/workspace.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  withEntry,
  withoutEntry
} from "../kernel/immutableMap.js";
import { invalid, notFound } from "../kernel/refusal.js";
import { domainAndParents } from "./senderDomainName.js";
var MAX_DOMAINS = 1e3;
var MAX_KEYS = 20;
var KEYS_AT_ONCE = 2;
var senderDomainsDecider = {
  initial: { open: false, domains: EMPTY_MAP },
  evolve: (state, event) => {
    const withKeys = (domain, keys) => ({
      ...state,
      domains: withEntry(state.domains, domain, { domain, keys })
    });
    switch (event.type) {
      case "WorkspaceOpened":
        return { ...state, open: true };
      case "SenderDomainAdded":
        return withKeys(event.data.domain, unpublished(event.data.keys ?? []));
      case "SenderDomainKeysAdded": {
        const { domain, keys } = event.data;
        const before = entryIn(state.domains, domain)?.keys.filter(({ isPublished }) => isPublished) ?? [];
        return withKeys(domain, [...before, ...unpublished(keys)]);
      }
      case "SenderDomainKeysResealed": {
        const { domain, keys } = event.data;
        const seals = new Map(keys.map((key) => [key.selector, key]));
        const before = entryIn(state.domains, domain)?.keys ?? [];
        return withKeys(
          domain,
          before.map((key) => ({ ...key, ...seals.get(key.selector) }))
        );
      }
      case "SenderDomainChecked": {
        const { domain, published } = event.data;
        const found = entryIn(state.domains, domain);
        if (found === void 0) return state;
        const keys = found.keys.map((key) => ({ ...key, isPublished: published.includes(key.selector) }));
        return withKeys(
          domain,
          keys.filter((key, at) => key.isPublished || !isReplaced(key, keys.slice(at + 1)))
        );
      }
      case "SenderDomainRemoved":
        return { ...state, domains: withoutEntry(state.domains, event.data.domain) };
      case "ApiKeyCreated":
      case "ApiKeyRevoked":
      case "SendingPaceSet":
      case "WorkspaceSuspended":
      case "WorkspaceResumed":
      case "CreditsGranted":
      case "SmsTemplateApproved":
      case "SmsTemplateWithdrawn":
      case "SmsNumberAssigned":
      case "SmsNumberReleased":
        return state;
    }
  },
  decide: (command, { open, domains }) => {
    if (!open) throw notFound("There is no such workspace.");
    if (command.do === "reseal") return resealed(domains, command);
    const { domain } = command;
    const found = entryIn(domains, domain);
    if (command.do === "add") {
      if (found !== void 0) return [];
      if (domains.size >= MAX_DOMAINS) throw invalid("/domain", `a workspace has at most ${MAX_DOMAINS}`);
      return [{ type: "SenderDomainAdded", data: { domain, keys: [...command.keys] } }];
    }
    if (found === void 0) throw notFound(`${domain} is no sender domain of the workspace.`);
    switch (command.do) {
      case "rotate":
        if (!found.keys.slice(-KEYS_AT_ONCE).some(({ isPublished }) => isPublished))
          throw invalid("/domain", "has new keys that are not in DNS yet; publish and check these first");
        if (found.keys.length >= MAX_KEYS)
          throw invalid("/domain", "has many keys; take the records of older ones out of DNS, and check");
        return [{ type: "SenderDomainKeysAdded", data: { domain, keys: [...command.keys] } }];
      case "check": {
        const known = found.keys.filter(({ selector }) => command.published.includes(selector));
        const isNew = found.keys.some((key) => key.isPublished !== known.includes(key));
        const published = known.map(({ selector }) => selector);
        return isNew ? [{ type: "SenderDomainChecked", data: { domain, published } }] : [];
      }
      case "remove":
        return [{ type: "SenderDomainRemoved", data: { domain } }];
    }
  }
};
function resealed(domains, { renew }) {
  return entriesOf(domains).flatMap(([domain, { keys }]) => {
    const renewed = keys.flatMap((key) => {
      const sealedPrivateKey = renew(domain, key);
      return sealedPrivateKey === null ? [] : [{ selector: key.selector, sealedPrivateKey }];
    });
    return renewed.length === 0 ? [] : [{ type: "SenderDomainKeysResealed", data: { domain, keys: renewed } }];
  });
}
var isReplaced = ({ algorithm }, newer) => newer.some((key) => key.isPublished && key.algorithm === algorithm);
var unpublished = (keys) => keys.map((key) => ({ ...key, isPublished: false }));
async function decideSenderDomain(ledger, origin, command) {
  await handle(ledger, origin, workspace.stream(origin.workspace), senderDomainsDecider, command);
}
async function senderDomainsOf({ store }, workspaceId) {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), senderDomainsDecider);
  return entriesOf(state.domains).map(([, domain]) => domain);
}
async function verifiedDomainFor({ store }, workspaceId, domain) {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), senderDomainsDecider);
  if (state.domains.size === 0) return null;
  for (const name of domainAndParents(domain)) {
    const found = entryIn(state.domains, name);
    if (found?.keys.some(({ isPublished }) => isPublished)) return found;
  }
  return null;
}
function signingKeysOf({ keys }) {
  const newest = new Map(keys.filter(({ isPublished }) => isPublished).map((key) => [key.algorithm, key]));
  return [...newest.values()];
}
export {
  decideSenderDomain,
  senderDomainsOf,
  signingKeysOf,
  verifiedDomainFor
};
//# sourceMappingURL=senderDomains.js.map
