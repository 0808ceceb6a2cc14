// test/support/smtpSink.ts
import { SMTPServer } from "smtp-server";
async function smtpSink() {
  const received = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, session, callback) {
      const chunks = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        for (const { address } of rcptTo) {
          const messageId = /^message-id:\s*(<[^>]+>)/im.exec(raw.toString("latin1"))?.[1] ?? "";
          received.push({
            sender: mailFrom === false ? "" : mailFrom.address,
            recipient: address,
            messageId,
            raw
          });
        }
        callback();
      });
    }
  });
  server.on("error", () => {
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve()))
  };
}
export {
  smtpSink
};
//# sourceMappingURL=smtpSink.js.map
