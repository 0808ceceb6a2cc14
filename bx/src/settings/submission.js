// src/settings/submission.ts
import { file, listenHost, oneOf, port } from "./forms.js";
import { optional, setting } from "./setting.js";
var submissionSettings = {
  POSTLEDGER_SUBMISSION_PORT: optional(
    port(2525),
    "Port on which mail is taken from customers by SMTP, in processes with the role api; unset: nothing listens; 0 picks a free one."
  ),
  POSTLEDGER_SUBMISSION_HOST: setting(listenHost, "127.0.0.1", "Address the submission listener listens on."),
  POSTLEDGER_SUBMISSION_TLS: setting(
    oneOf("starttls", "implicit"),
    "starttls",
    "Whether its connections become encrypted by STARTTLS, or are from their first byte (implicit), as on port 465."
  ),
  POSTLEDGER_SUBMISSION_TLS_CERT: optional(
    file("/etc/postledger/cert.pem"),
    "PEM file of its certificate, with those that signed it; read again when it changes; unset: it takes mail from programs of this machine alone."
  ),
  POSTLEDGER_SUBMISSION_TLS_KEY: optional(
    file("/etc/postledger/key.pem"),
    "PEM file of that certificate's key; read again too."
  )
};
export {
  submissionSettings
};
//# sourceMappingURL=submission.js.map
