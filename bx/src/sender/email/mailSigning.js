// src/sender/email/mailSigning.ts
import { senderKeyContext } from "../../commands/workspace/newSenderKeys.js";
import { senderDomainName } from "../../commands/workspace/senderDomainName.js";
import {
  signingKeysOf,
  verifiedDomainFor
} from "../../commands/workspace/senderDomains.js";
import { keptFor } from "../../queues/keptFor.js";
import { headerMailbox } from "./mime.js";
var CACHED_MS = 1e3;
var MAX_CACHED = 1e4;
function mailSigning({
  ledger,
  secrets,
  signer,
  log,
  requireDomains
}) {
  const { clock } = ledger;
  const domains = keptFor(clock, CACHED_MS, MAX_CACHED);
  const domainOf = async (workspace, from, maxAgeMs = CACHED_MS) => {
    const { address } = headerMailbox(from);
    const name = senderDomainName(address.slice(address.lastIndexOf("@") + 1));
    if (name === null) return null;
    const ask = () => verifiedDomainFor(ledger, workspace, name);
    return domains.of(`${workspace} ${name}`, ask, maxAgeMs);
  };
  const keysOf = (workspace, domain) => signingKeysOf(domain).flatMap(({ selector, algorithm, sealedPrivateKey }) => {
    try {
      const context = senderKeyContext(workspace, domain.domain, selector);
      const privateKey = secrets.open(sealedPrivateKey, context);
      return [{ domain: domain.domain, selector, algorithm, privateKey }];
    } catch (error) {
      log.error(
        { err: error, domain: domain.domain, selector },
        "a DKIM key does not open: mail goes without it"
      );
      return [];
    }
  });
  return {
    async isAllowed(workspace, from) {
      if (!requireDomains) return true;
      if (await domainOf(workspace, from) !== null) return true;
      return await domainOf(workspace, from, 0) !== null;
    },
    async signerFor(workspace, from) {
      const domain = await domainOf(workspace, from);
      const keys = domain === null ? [] : keysOf(workspace, domain);
      return {
        dkim: keys.map((key) => `${key.selector}._domainkey.${key.domain}`),
        sign: (raw) => signer.sign(raw, keys, clock.nowMs())
      };
    }
  };
}
export {
  mailSigning
};
//# sourceMappingURL=mailSigning.js.map
