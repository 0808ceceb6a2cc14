// test/docs/recipientDomains.ts
import { projection } from "../../src/runtime/fold/projection.js";
var domainOf = (address) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
function addressesOf(event) {
  return event.type === "Bounced" ? [event.data.recipient] : event.data.recipients.map(({ address }) => address);
}
var keyOf = ({ metadata }, address) => `${metadata.workspace}/${domainOf(address)}`;
var countIn = (event, key) => addressesOf(event).filter((address) => keyOf(event, address) === key).length;
function begun({ metadata: { workspace } }, key) {
  return { workspace, domain: key.slice(workspace.length + 1), accepted: 0, bounced: 0 };
}
var recipientDomains = projection({
  name: "recipient_domains",
  version: 1,
  indexes: { byBounced: ["workspace", "bounced"] },
  keys: (event) => [...new Set(addressesOf(event).map((address) => keyOf(event, address)))],
  on: {
    EmailAccepted(document, event, key) {
      const before = document ?? begun(event, key);
      return { ...before, accepted: before.accepted + countIn(event, key) };
    },
    Bounced(document, event, key) {
      const before = document ?? begun(event, key);
      return { ...before, bounced: before.bounced + 1 };
    }
  }
});
export {
  recipientDomains
};
//# sourceMappingURL=recipientDomains.js.map
