// src/adapters/intake/smtpIntake.ts
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { gathering } from "../../queues/gathering.js";
import { networkOf } from "../../queues/networkOf.js";
import { smtpEntrance } from "./smtpEntrance.js";
import {
  endConnection,
  openListener,
  recipientOf,
  smtpRefusal
} from "./smtpListener.js";
var MAX_MAIL_BYTES = 64 * 1024 * 1024;
var USED_BYTES = 256 * 1024;
var MAX_CLIENTS = 200;
var CONNECTIONS = { each: 10, all: 180 };
var MAX_RECIPIENTS = 10;
var IDLE_MS = 6e4;
var FIRST_RECIPIENT_MS = 3e4;
var CONNECTION_MS = 10 * 6e4;
var CLOSE_MS = 5e3;
var NAME = "bounce intake";
function smtpIntake(options) {
  const { host, certificate, log } = options;
  return {
    async receive(handler, signal) {
      if (signal.aborted) return;
      const { server, enter } = serverOf(options, handler);
      const own = { name: NAME, connectionMs: CONNECTION_MS, enter };
      const { port, close } = await openListener(server, { ...options, ...own });
      log.info({ host, port, tls: certificate !== null }, "receiving bounces");
      options.onListening?.(port);
      handler.onListening?.();
      if (!signal.aborted) await once(signal, "abort");
      await close();
    }
  };
}
function serverOf(context, handler) {
  const { name, relays, certificate, log, clock } = context;
  const trusted = new Set(relays.map(networkOf));
  const entrance = smtpEntrance({
    ...{ clock, ...CONNECTIONS, withinMs: FIRST_RECIPIENT_MS },
    isUnlimited: (address) => trusted.has(networkOf(address)),
    tooLate: (id) => endConnection(server, id, "4.4.2 No recipient in time")
  });
  const server = new SMTPServer({
    name,
    banner: "bounces only",
    authOptional: true,
    ...certificate?.current(),
    disabledCommands: certificate === null ? ["AUTH", "STARTTLS"] : ["AUTH"],
    disableReverseLookup: true,
    useXClient: [...relays],
    logger: false,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onConnect({ id }, done) {
      entrance.begin(id);
      done();
    },
    onClose: ({ id }) => entrance.stop(id),
    onRcptTo(recipient, { id, envelope, remoteAddress }, done) {
      if (envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(smtpRefusal(452, "4.5.3 Too many recipients"));
      switch (handler.accepts(recipientOf(recipient), remoteAddress)) {
        case "yes":
          entrance.stop(id);
          return done();
        case "later":
          return done(smtpRefusal(451, "4.7.1 Too much from you that leads nowhere; come back later"));
        case "unknown":
          return done(smtpRefusal(550, "5.1.1 There is no such address"));
      }
    },
    onData(stream, session, done) {
      receive(stream, session, handler).then(
        (answer) => answer === null ? done(null, "2.0.0 Recorded") : done(answer),
        (error) => {
          log.error({ err: error }, "a bounce could not be recorded; its server is asked to send it again");
          done(smtpRefusal(451, "4.3.0 It could not be recorded; come back later"));
        }
      );
    }
  });
  return { server, enter: entrance.enter };
}
async function receive(stream, { envelope: { mailFrom, rcptTo }, remoteAddress }, handler) {
  const beginning = gathering();
  try {
    for await (const chunk of stream)
      beginning.add(chunk.subarray(0, USED_BYTES - beginning.length));
  } catch {
    return smtpRefusal(451, "4.4.2 The mail broke off");
  }
  if (stream.sizeExceeded) return smtpRefusal(552, "5.3.4 The mail is too large");
  const mail = {
    sender: mailFrom === false ? "" : mailFrom.address,
    recipients: rcptTo.map(recipientOf),
    raw: Buffer.concat(beginning.parts()),
    remoteAddress
  };
  return await handler.take(mail) === "taken" ? null : smtpRefusal(451, "4.3.2 Its message is being sent at this moment; come back later");
}
export {
  smtpIntake
};
//# sourceMappingURL=smtpIntake.js.map
