// bench/mailSink.ts
import { SMTPServer } from "smtp-server";
var [port, awaited] = process.argv.slice(2).map(Number);
var taken = 0;
var server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    stream.on("end", () => {
      taken++;
      if (taken === 1) process.send?.({ first: Date.now() });
      if (taken === awaited) process.send?.({ last: Date.now() });
      callback();
    });
    stream.resume();
  }
});
server.on("error", () => {
});
server.listen(
  port,
  "127.0.0.1",
  () => process.send?.({ port: server.server.address().port })
);
process.on("disconnect", () => process.exit(0));
//# sourceMappingURL=mailSink.js.map
