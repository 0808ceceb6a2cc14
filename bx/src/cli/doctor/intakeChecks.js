// src/cli/doctor/intakeChecks.ts
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { certificateEndMs } from "../../adapters/intake/certificateFiles.js";
import { certificatePaths } from "../../main/certificate.js";
import { submissionCertificate } from "../../main/submission.js";
import { instant } from "../../ports/clock.js";
import { fine, wrong } from "./check.js";
import { readyzOf } from "./settingsChecks.js";
var GREETING_MS = 5e3;
var EXPIRES_SOON_MS = 7 * 864e5;
function intakeChecks(settings, nowMs) {
  return listenersOf(settings).flatMap((listener) => [
    { name: listener.name, run: () => certificateCheck(listener, nowMs) },
    { name: `${listener.name}, listening`, run: () => listeningCheck(listener, settings) }
  ]);
}
function listenersOf(settings) {
  const { POSTLEDGER_BOUNCE_PORT: bounces, POSTLEDGER_SUBMISSION_PORT: submission } = settings;
  const isImplicitTls = settings.POSTLEDGER_SUBMISSION_TLS === "implicit";
  const intake = {
    name: "bounce intake",
    banner: "bounces only",
    setting: "POSTLEDGER_BOUNCE_PORT",
    host: settings.POSTLEDGER_BOUNCE_HOST,
    isImplicitTls: false,
    certificate: () => certificatePaths(settings, "POSTLEDGER_BOUNCE_TLS"),
    plain: "takes plain text alone; set POSTLEDGER_BOUNCE_TLS_CERT to offer STARTTLS",
    encrypted: "offers STARTTLS",
    process: "sends"
  };
  const listener = {
    name: "submission",
    banner: "submission",
    setting: "POSTLEDGER_SUBMISSION_PORT",
    host: settings.POSTLEDGER_SUBMISSION_HOST,
    isImplicitTls,
    certificate: () => submissionCertificate(settings),
    plain: "takes mail of this machine alone; set POSTLEDGER_SUBMISSION_TLS_CERT for others",
    encrypted: isImplicitTls ? "is encrypted from the first byte" : "offers STARTTLS",
    process: "answers requests"
  };
  return [
    ...bounces === void 0 ? [] : [{ ...intake, port: bounces }],
    ...submission === void 0 ? [] : [{ ...listener, port: submission }]
  ];
}
async function listeningCheck(listener, settings) {
  const { name, banner, setting, host, port } = listener;
  if (port === 0) return fine("on a port that is picked at its start");
  const at = `${host}:${port}`;
  const { greeting, failure } = await greetingOf(listener);
  if (greeting?.startsWith("220 ") && greeting.endsWith(banner)) return fine(`answers at ${at}`);
  if (greeting !== null)
    return wrong(
      `another server answers at ${at}: ${greeting.slice(0, 100)}`,
      `Set ${setting} to a port that nothing else uses.`
    );
  if (await readyzOf(settings) === null) return fine(`nothing listens at ${at}, and no service runs here`);
  return wrong(
    `a service runs here, but its ${name} does not answer at ${at}: ${failure}`,
    `See the log of the process that ${listener.process}: it says why it cannot listen.`
  );
}
async function certificateCheck({ certificate, plain, encrypted }, nowMs) {
  const paths = certificate();
  if (paths === null) return fine(plain);
  const endMs = certificateEndMs(paths);
  const until = `valid until ${instant(endMs)}`;
  return endMs - nowMs > EXPIRES_SOON_MS ? fine(`${encrypted} by a certificate ${until}`) : wrong(`its certificate is ${until}`, `Renew ${paths.cert}; it is read again when it changes.`);
}
function greetingOf({
  host,
  port,
  isImplicitTls
}) {
  return new Promise((resolve) => {
    const at = { host, port, timeout: GREETING_MS };
    const socket = isImplicitTls ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
    let text = "";
    const end = (failure) => {
      socket.destroy();
      const [line = ""] = text.split("\r\n", 1);
      resolve({ greeting: line === "" ? null : line, failure });
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("\n")) end("");
    });
    socket.once("end", () => end("it closed the connection"));
    socket.once("timeout", () => end("no answer"));
    socket.once("error", (error) => end(error.message));
  });
}
export {
  intakeChecks
};
//# sourceMappingURL=intakeChecks.js.map
