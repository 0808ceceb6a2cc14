// src/adapters/submission/smtpSubmission.ts
import {
  SMTPServer
} from "smtp-server";
import {
  SubmissionRefused
} from "../../ports/mailSubmission.js";
import { gathering } from "../../queues/gathering.js";
import { smtpEntrance } from "../intake/smtpEntrance.js";
import {
  endConnection,
  openListener,
  recipientOf,
  smtpRefusal
} from "../intake/smtpListener.js";
var MAX_CLIENTS = 1e3;
var CONNECTIONS = { each: 100, all: 900 };
var MAX_RECIPIENTS = 1e3;
var IDLE_MS = 5 * 6e4;
var KEY_WITHIN_MS = 3e4;
var CONNECTION_MS = 60 * 6e4;
var CLOSE_MS = 5e3;
var FIXED_OPTIONS = {
  // Where a key may be shown is decided for each connection.
  allowInsecureAuth: true,
  authMethods: ["PLAIN", "LOGIN"],
  authRequiredMessage: "Log in first: the password is an API key",
  hideENHANCEDSTATUSCODES: false,
  hideSMTPUTF8: true,
  hideDSN: true,
  hideREQUIRETLS: true,
  disableReverseLookup: true,
  logger: false,
  maxRecipients: MAX_RECIPIENTS,
  maxClients: MAX_CLIENTS,
  closeTimeout: CLOSE_MS
};
var LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
var ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /;
async function smtpSubmission(options, handler) {
  const { host, certificate, isImplicitTls, log } = options;
  const { server, enter } = serverOf(options, handler);
  const own = { name: "submission listener", connectionMs: CONNECTION_MS, enter };
  const open = await openListener(server, { ...options, ...own });
  const tls = certificate === null ? "none" : isImplicitTls ? "implicit" : "starttls";
  log.info({ host, port: open.port, tls }, "mail can be submitted by SMTP");
  return open;
}
function serverOf(options, handler) {
  const { clock, certificate, isImplicitTls, maxMailBytes, metrics, idleMs = IDLE_MS } = options;
  const entrance = smtpEntrance({
    ...{ clock, ...CONNECTIONS, withinMs: KEY_WITHIN_MS },
    isUnlimited: (address) => LOOPBACK.test(address),
    tooLate: (id) => endConnection(server, id, "4.7.0 No key in time"),
    onCount: (open) => metrics.gauge("postledger_submission_connections", open)
  });
  const withoutTls = certificate === null ? ["STARTTLS"] : [];
  const server = new SMTPServer({
    banner: "submission",
    ...certificate?.current(),
    secure: certificate !== null && isImplicitTls,
    disabledCommands: withoutTls,
    ...FIXED_OPTIONS,
    size: maxMailBytes,
    socketTimeout: idleMs,
    onConnect(session, done) {
      answerWithOwnCodes(server, session.id, metrics);
      entrance.begin(session.id);
      if (!mayLogIn(session)) session.disabledCommands = ["AUTH", ...withoutTls];
      done();
    },
    onSecure(_socket, session, done) {
      session.disabledCommands = withoutTls;
      done();
    },
    onClose: ({ id }) => entrance.stop(id),
    onAuth({ password }, { id, remoteAddress }, done) {
      handler.authenticate(password ?? "", remoteAddress).then(
        (user) => {
          entrance.stop(id);
          done(null, { user });
        },
        (error) => done(answerOf(error))
      );
    },
    onMailFrom({ args }, session, done) {
      if (!mayLogIn(session)) return done(smtpRefusal(530, "5.7.0 Issue STARTTLS first"));
      if (args !== false && args.SMTPUTF8 !== void 0)
        return done(smtpRefusal(555, "5.6.7 SMTPUTF8 is not offered"));
      sessionOf(session).check().then(
        () => done(),
        (error) => done(answerOf(error))
      );
    },
    onData(stream, session, done) {
      const startedMs = clock.monotonicMs();
      receive(stream, session).then(
        (id) => {
          metrics.timing("postledger_submission_accept_seconds", clock.monotonicMs() - startedMs);
          done(null, `2.0.0 Accepted as ${id}`);
        },
        (error) => done(answerOf(error))
      );
    }
  });
  const enter = (socket) => {
    const isIn = entrance.enter(socket);
    metrics.count("postledger_submission_connections_total");
    if (!isIn) metrics.count("postledger_submission_refused_total", { code: "421" });
    return isIn;
  };
  return { server, enter };
}
var mayLogIn = ({ secure, remoteAddress }) => secure || LOOPBACK.test(remoteAddress);
var sessionOf = ({ user }) => user;
function answerWithOwnCodes(server, id, metrics) {
  for (const connection of server.connections) {
    if (connection.session.id !== id) continue;
    const send = connection.send.bind(connection);
    connection.send = (code, text, context) => {
      if (code >= 400) metrics.count("postledger_submission_refused_total", { code: String(code) });
      send(code, text, typeof text === "string" && ENHANCED.test(text) ? false : context);
    };
  }
}
async function receive(stream, session) {
  const submission = sessionOf(session);
  const { workspace } = submission;
  const hold = submission.hold();
  let gathered = gathering();
  try {
    for await (const chunk of stream) {
      if (stream.sizeExceeded || !hold.take(workspace, chunk.length)) gathered = null;
      gathered?.add(chunk);
    }
    if (stream.sizeExceeded) throw new SubmissionRefused(552, "5.3.4 The mail is too large");
    if (gathered === null)
      throw new SubmissionRefused(451, "4.3.1 No room for this mail at present; come back later");
    const recipients = session.envelope.rcptTo.map(recipientOf);
    return await submission.submit({ recipients, raw: Buffer.concat(gathered.parts()) });
  } finally {
    hold.release();
  }
}
function answerOf(error) {
  return error instanceof SubmissionRefused ? smtpRefusal(error.code, error.message) : smtpRefusal(451, "4.4.2 The mail broke off");
}
export {
  smtpSubmission
};
//# sourceMappingURL=smtpSubmission.js.map
