// src/accepting/ownership.ts
import { LRUCache } from "lru-cache";
import { parseMailbox } from "../commands/email/emailAddress.js";
import { smsNumbersOf } from "../commands/sms/smsNumber.js";
import { domainAndParents, senderDomainName } from "../commands/workspace/senderDomainName.js";
import { verifiedDomainFor } from "../commands/workspace/senderDomains.js";
var KNOWN_MS = 1e3;
var MAX_KNOWN = 1e4;
function foreignSenders({
  ledger,
  models
}) {
  const known = new LRUCache({ max: MAX_KNOWN });
  const look = async (workspace, from, key, atMs) => {
    const { address } = parseMailbox(from) ?? { address: from };
    const name = senderDomainName(address.slice(address.lastIndexOf("@") + 1));
    const found = name === null ? [] : [...(await models.senderDomains.getMany(domainAndParents(name))).values()];
    const owners = found.flatMap(({ document }) => document.workspaces);
    if (owners.length === 0 || owners.includes(workspace)) {
      known.set(key, atMs);
      return false;
    }
    return name !== null && await verifiedDomainFor(ledger, workspace, name) === null;
  };
  return (workspace, from) => {
    const key = `${workspace} ${from}`;
    const nowMs = ledger.clock.monotonicMs();
    return nowMs - (known.get(key) ?? -KNOWN_MS) < KNOWN_MS ? false : look(workspace, from, key, nowMs);
  };
}
function foreignNumbers({
  ledger,
  models
}) {
  return async (workspace, number) => {
    const owners = (await models.smsNumbers.get(number))?.document.workspaces ?? [];
    if (owners.length === 0 || owners.includes(workspace)) return false;
    return !(await smsNumbersOf(ledger, workspace)).includes(number);
  };
}
export {
  foreignNumbers,
  foreignSenders
};
//# sourceMappingURL=ownership.js.map
