// bench/emptySubmission.ts
import { SMTPServer } from "smtp-server";
var server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  logger: false,
  onAuth: (_auth, _session, done) => done(null, { user: "any" }),
  onData(stream, _session, done) {
    stream.resume().on("end", () => done());
  }
});
server.listen(Number(process.env.POSTLEDGER_SUBMISSION_PORT), "127.0.0.1", () => {
  const { port } = server.server.address();
  console.log(`listening on http://127.0.0.1:${port}`);
});
process.once("SIGTERM", () => server.close(() => process.exit(0)));
//# sourceMappingURL=emptySubmission.js.map
