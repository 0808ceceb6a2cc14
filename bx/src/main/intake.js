// src/main/intake.ts
import { smtpIntake } from "../adapters/intake/smtpIntake.js";
import { listIn } from "../settings/forms.js";
import { certificateAt, certificatePaths } from "./certificate.js";
import { rolesOf } from "./options.js";
function openMailIntake(settings, { clock, log }) {
  const { POSTLEDGER_BOUNCE_PORT: port, POSTLEDGER_BOUNCE_HOST: host } = settings;
  if (port === void 0 || !rolesOf(settings).background.has("sender")) return null;
  const name = settings.POSTLEDGER_BOUNCE_DOMAIN ?? "localhost";
  const relays = [...LOOPBACK, ...listIn(settings.POSTLEDGER_BOUNCE_RELAYS)];
  const paths = certificatePaths(settings, "POSTLEDGER_BOUNCE_TLS");
  const certificate = paths === null ? null : certificateAt(paths, "POSTLEDGER_BOUNCE_TLS");
  return smtpIntake({ host, port, name, relays, certificate, clock, log });
}
var LOOPBACK = ["127.0.0.1", "::1"];
export {
  openMailIntake
};
//# sourceMappingURL=intake.js.map
