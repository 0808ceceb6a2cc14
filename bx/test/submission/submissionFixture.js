// test/submission/submissionFixture.ts
import { connect } from "node:net";
import { createTransport } from "nodemailer";
import { emailAcceptance } from "../../src/accepting/emailAcceptance.js";
import { certificateFiles } from "../../src/adapters/intake/certificateFiles.js";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { smtpSubmission } from "../../src/adapters/submission/smtpSubmission.js";
import { authenticator } from "../../src/api/auth.js";
import { BEGINNING } from "../../src/events/event.js";
import { submissionReader } from "../../src/main/submissionReader.js";
import { submissionHandler } from "../../src/submission/submission.js";
import { apiFixture } from "../support/apiFixture.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
var reader = submissionReader({ clock: systemClock, log: quietLog });
var closeReader = () => reader.close();
async function submissionFixture({
  api: given,
  certificatePaths,
  maxMailsBytes = 1e7,
  ...options
} = {}) {
  const api = await apiFixture(given);
  const counted = [];
  const metrics = {
    ...noMetrics,
    count: (name, labels) => counted.push(`${name}${labels === void 0 ? "" : ` ${labels.code}`}`),
    timing: (name) => counted.push(name),
    gauge: (name, value) => counted.push(`${name} = ${value}`)
  };
  const { live, hints, startUp } = api.context;
  const accepting = emailAcceptance(api.context);
  const ledger = { ...accepting.ledger, clock: systemClock };
  const auth = authenticator({ live, clock: systemClock, hints, startUp });
  const maxMailBytes = options.maxMailBytes ?? 1e6;
  const handler = submissionHandler({
    ...{ auth, reader, startUp, metrics, log: quietLog, maxMailBytes, maxMailsBytes },
    accepting: { ...accepting, ledger }
  });
  const listener = {
    ...{ clock: systemClock, log: quietLog, metrics, host: "127.0.0.1", port: 0, maxMailBytes },
    ...{ certificate: certificatePaths ? certificateFiles(certificatePaths) : null, isImplicitTls: false },
    ...options
  };
  const { port, close } = await smtpSubmission(listener, handler);
  const transport = (pass = api.key, more = {}) => createTransport({ host: "127.0.0.1", port, auth: { user: "any", pass }, ignoreTLS: true, ...more });
  return {
    api,
    port,
    counted,
    /** By nodemailer; resolves with the server's last answer. */
    async send(mail, pass) {
      const transporter = transport(pass);
      try {
        return (await transporter.sendMail(mail)).response;
      } catch (error) {
        return error.response ?? String(error);
      } finally {
        transporter.close();
      }
    },
    transport,
    /** Sends lines (or bytes) one after the other, each after an answer; resolves with all answers. */
    dialogue: (lines, host = "127.0.0.1") => dialogue(port, lines, host),
    /** The dialogue of one mail of raw bytes; resolves with the answer to it. */
    async submit(raw, recipients = ["ann@customer.test"], key = api.key) {
      const login = Buffer.from(`\0x\0${key}`).toString("base64");
      const content = Buffer.isBuffer(raw) ? raw : Buffer.from(raw);
      const answers = await dialogue(port, [
        ...["EHLO c.test", `AUTH PLAIN ${login}`, "MAIL FROM:<a@acme.test>"],
        ...recipients.map((address) => `RCPT TO:<${address}>`),
        "DATA",
        Buffer.concat([content, Buffer.from("\r\n.\r\n")])
      ]);
      return answers.at(-1) ?? "";
    },
    /** What was accepted, in order. */
    async accepted() {
      const { events } = await api.store.readAll({ after: BEGINNING, limit: 1e5 });
      return events.flatMap(
        (event) => event.type === "EmailAccepted" ? [{ ...event.data, id: event.stream.replace("email-", "") }] : []
      );
    },
    async close() {
      await close();
      auth.close();
      await api.close();
    }
  };
}
function dialogue(port, lines, host = "127.0.0.1") {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const left = [...lines];
    const answers = [];
    let said = "";
    socket.on("error", () => {
    });
    socket.on("close", () => resolve(answers));
    socket.on("data", (chunk) => {
      said += chunk;
      if (!/^\d{3}(?: .*)?\r\n$/m.test(said)) return;
      answers.push(said);
      said = "";
      const line = left.shift();
      if (line === void 0) socket.destroy();
      else socket.write(typeof line === "string" ? `${line}\r
` : line);
    });
  });
}
export {
  closeReader,
  submissionFixture
};
//# sourceMappingURL=submissionFixture.js.map
