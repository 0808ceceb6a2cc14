// test/adapters/smtp/smtpServer.ts
import { SMTPServer } from "smtp-server";
async function smtpSink(options = {}, atPort = 0, host = "127.0.0.1") {
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === void 0 ? ["STARTTLS"] : [],
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          secure: session.secure
        });
        done();
      });
    },
    ...options
  });
  server.on("error", () => {
  });
  await new Promise((resolve) => server.listen(atPort, host, () => resolve()));
  const { port } = server.server.address();
  return {
    port,
    mails,
    server,
    close: () => new Promise((resolve) => server.close(() => resolve()))
  };
}
function reply(responseCode, text) {
  return Object.assign(new Error(text), { responseCode });
}
export {
  reply,
  smtpSink
};
//# sourceMappingURL=smtpServer.js.map
