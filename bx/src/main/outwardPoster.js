// src/main/outwardPoster.ts
import { httpPoster } from "../adapters/http/poster.js";
import { dnsResolver } from "../adapters/http/resolver.js";
import { addressGuard } from "../dispatcher/addressGuard.js";
import { parseNetworks } from "../queues/networks.js";
function outwardPoster(settings) {
  const networks = parseNetworks(settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS);
  const addressAllowed = addressGuard(networks);
  const resolver = dnsResolver();
  return { networks, addressAllowed, resolver, poster: httpPoster({ resolver, addressAllowed }) };
}
export {
  outwardPoster
};
//# sourceMappingURL=outwardPoster.js.map
