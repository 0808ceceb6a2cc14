// src/main/refuseAddresses.ts
import { smppAddress } from "../adapters/smpp/smppAddress.js";
import { RelayAddressInvalid, relayAddress } from "../adapters/smtp/relayAddress.js";
import { SettingsInvalid } from "../config.js";
function refuseAddresses({ SMTP_URL, SMPP_URL }) {
  if (SMPP_URL !== void 0) smppAddress(SMPP_URL);
  try {
    if (SMTP_URL !== void 0) relayAddress(SMTP_URL);
  } catch (error) {
    throw error instanceof RelayAddressInvalid ? new SettingsInvalid(error.message) : error;
  }
}
export {
  refuseAddresses
};
//# sourceMappingURL=refuseAddresses.js.map
