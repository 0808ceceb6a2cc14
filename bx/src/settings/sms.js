// src/settings/sms.ts
import { serverAddress, textUpTo, wholeNumber } from "./forms.js";
import { optional, secret, setting } from "./setting.js";
var smsSettings = {
  SMPP_URL: secret(
    serverAddress(["smpp", "ssmpp"], "system-id:password@carrier.example.com:2775"),
    "Address of the carrier that text messages go to (ssmpp:// is TLS), with system id and password; docs/sms.md lists what its query may say."
  ),
  POSTLEDGER_SMS_STOP_REPLY: optional(
    textUpTo(1e3, "You get no more messages from us."),
    "Text that a recipient who sends STOP is answered; unset where the carrier answers."
  ),
  POSTLEDGER_CREDITS_SMS_SEGMENT: setting(wholeNumber(0), 1, "Credits a segment of an SMS.")
};
export {
  smsSettings
};
//# sourceMappingURL=sms.js.map
