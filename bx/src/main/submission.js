// src/main/submission.ts
import { emailAcceptance } from "../accepting/emailAcceptance.js";
import { smtpSubmission } from "../adapters/submission/smtpSubmission.js";
import { authenticator } from "../api/auth.js";
import { SettingsInvalid } from "../config.js";
import { submissionHandler } from "../submission/submission.js";
import { certificateAt, certificatePaths } from "./certificate.js";
import { isLoopback, rolesOf } from "./options.js";
import { submissionReader } from "./submissionReader.js";
var MAX_MAIL_BYTES = 40 * 1024 * 1024;
var MAX_MAILS_BYTES = 256 * 1024 * 1024;
async function openSubmission(settings, parts) {
  const { POSTLEDGER_SUBMISSION_PORT: port, POSTLEDGER_SUBMISSION_HOST: host } = settings;
  if (port === void 0 || !rolesOf(settings).api) return null;
  const paths = submissionCertificate(settings);
  const { clock, hints, log, metrics, live, startUp } = parts;
  const maxMailBytes = Math.min(MAX_MAIL_BYTES, settings.POSTLEDGER_MAX_BODY_BYTES);
  const reader = submissionReader({ clock, log });
  const auth = authenticator({ live, clock, hints, startUp });
  const open = await smtpSubmission(
    {
      ...{ clock, log, metrics, host, port, maxMailBytes },
      certificate: paths === null ? null : certificateAt(paths, "POSTLEDGER_SUBMISSION_TLS"),
      isImplicitTls: settings.POSTLEDGER_SUBMISSION_TLS === "implicit"
    },
    submissionHandler({
      ...{ ...parts, accepting: emailAcceptance(parts), auth, reader },
      ...{ maxMailBytes, maxMailsBytes: MAX_MAILS_BYTES }
    })
  );
  reader.start();
  return {
    port: open.port,
    async close() {
      await open.close();
      auth.close();
      await reader.close();
    }
  };
}
function submissionCertificate(settings) {
  const paths = certificatePaths(settings, "POSTLEDGER_SUBMISSION_TLS");
  if (paths !== null) return paths;
  const { POSTLEDGER_SUBMISSION_HOST: host, POSTLEDGER_SUBMISSION_TLS: tls } = settings;
  if (tls === "implicit")
    throw new SettingsInvalid(
      "POSTLEDGER_SUBMISSION_TLS is implicit: set POSTLEDGER_SUBMISSION_TLS_CERT and _KEY."
    );
  if (!isLoopback(host))
    throw new SettingsInvalid(
      `POSTLEDGER_SUBMISSION_HOST is ${host}: set POSTLEDGER_SUBMISSION_TLS_CERT and _KEY, since keys are taken unencrypted from this machine only.`
    );
  return null;
}
export {
  openSubmission,
  submissionCertificate
};
//# sourceMappingURL=submission.js.map
