// src/main/mailer.ts
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fileMailer } from "../adapters/outbox/fileMailer.js";
import { mxMailer } from "../adapters/smtp/mxMailer.js";
import { RelayAddressInvalid } from "../adapters/smtp/relayAddress.js";
import { relayMailer } from "../adapters/smtp/relayMailer.js";
import { SettingsInvalid } from "../config.js";
import { isPublicAddress } from "../dispatcher/addressGuard.js";
function mailRouteOf({ POSTLEDGER_MAIL, SMTP_URL }) {
  return POSTLEDGER_MAIL ?? (SMTP_URL === void 0 ? "outbox" : "relay");
}
function openMailer(settings, { clock, ids }) {
  const { SMTP_URL: url, POSTLEDGER_EHLO_NAME: name } = settings;
  switch (mailRouteOf(settings)) {
    case "outbox":
      return fileMailer(join(settings.POSTLEDGER_DATA, "outbox"));
    case "mx":
      return mxMailer({
        clock,
        ids,
        addressAllowed: (address) => isPublicAddress(address) && !ownAddresses().has(address),
        siteConnections: settings.POSTLEDGER_SITE_CONNECTIONS,
        ...name !== void 0 && { name }
      });
    case "relay":
      if (url === void 0)
        throw new SettingsInvalid("POSTLEDGER_MAIL is relay, so SMTP_URL must name one; it is not set.");
      return aboutSettings(() => relayMailer({ url, ...name !== void 0 && { name } }));
  }
}
function ownAddresses() {
  return new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)));
}
function aboutSettings(open) {
  try {
    return open();
  } catch (error) {
    throw error instanceof RelayAddressInvalid ? new SettingsInvalid(error.message) : error;
  }
}
export {
  mailRouteOf,
  openMailer
};
//# sourceMappingURL=mailer.js.map
