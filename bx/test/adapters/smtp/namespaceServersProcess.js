// test/adapters/smtp/namespaceServersProcess.ts
import { reply, smtpSink } from "./smtpServer.js";
var [four, six] = await Promise.all([
  smtpSink({ disabledCommands: [] }, 25, "11.0.0.1"),
  smtpSink({ disabledCommands: [] }, 25, "2a00::1"),
  smtpSink({ onConnect: (_session, done) => done(reply(554, "no service")) }, 25, "11.0.0.2")
]);
console.log("listening");
process.stdin.resume();
process.stdin.on("end", () => {
  const taken = ({ mails }) => mails.map(({ to, secure }) => `${to[0]} ${secure}`);
  console.log(JSON.stringify({ four: taken(four), six: taken(six) }));
  process.exit(0);
});
//# sourceMappingURL=namespaceServersProcess.js.map
