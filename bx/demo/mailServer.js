// demo/mailServer.ts
import { SMTPServer } from "smtp-server";
async function mailServer(onMail) {
  const received = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
        received.push({ to, source: Buffer.concat(chunks).toString() });
        onMail(to);
        done();
      });
    }
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve()))
  };
}
export {
  mailServer
};
//# sourceMappingURL=mailServer.js.map
