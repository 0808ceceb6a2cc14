// src/commands/workspace/resealSecrets.ts
import { resealWebhookSecrets } from "../webhook/webhookEndpoints.js";
import { senderKeyContext } from "./newSenderKeys.js";
import { decideSenderDomain } from "./senderDomains.js";
async function resealSecrets(ledger, secrets, origin) {
  const resealed = /* @__PURE__ */ new Set();
  const unreadable = /* @__PURE__ */ new Set();
  const renew = (sealed, context) => {
    try {
      const renewed = secrets.renew(sealed, context);
      if (renewed !== null) resealed.add(context);
      return renewed;
    } catch {
      unreadable.add(context);
      return null;
    }
  };
  await resealWebhookSecrets(ledger, origin, renew);
  await decideSenderDomain(ledger, origin, {
    do: "reseal",
    renew: (domain, { selector, sealedPrivateKey }) => renew(sealedPrivateKey, senderKeyContext(origin.workspace, domain, selector))
  });
  return { resealed, unreadable };
}
export {
  resealSecrets
};
//# sourceMappingURL=resealSecrets.js.map
