// test/simulation/outside/reports.ts
import { arf, dsn } from "../../intake/mails.js";
import { bringing } from "./bringing.js";
import { headerOf } from "./mailboxes.js";
var AGAIN_MS = 5 * 6e4;
var TRIES = 12;
var CALLING_MS = 5e3;
var REMOTE_ADDRESS = "198.51.100.7";
function reports({ agenda, journal, chance }) {
  const own = chance("reports");
  const { bring, listen, ...calls } = bringing({
    ...{ agenda, chance: own, againMs: AGAIN_MS, tries: TRIES, callingMs: CALLING_MS }
  });
  return {
    send({ do: what, proof, times, everyMs }, copy) {
      const to = addressOf(proof, copy);
      const { messageId, recipient } = copy;
      const raw = Buffer.from(textOf(what, proof, copy));
      const mail = { sender: "", recipients: [to], raw, remoteAddress: REMOTE_ADDRESS };
      for (let time = 0; time < times; time += 1)
        agenda.at(
          agenda.nowMs() + time * everyMs,
          () => bring(
            (handler) => {
              const accepted = handler.accepts(to, REMOTE_ADDRESS);
              return accepted === "yes" ? handler.take(mail) : accepted;
            },
            ({ process, answer }) => journal.note("reports", { what, proof, messageId, recipient, to, process, answer })
          )
        );
    },
    get areCalling() {
      return calls.areCalling;
    },
    portsFor: (life) => ({
      mailIntake: { receive: (handler, signal) => listen(life, handler, signal) }
    })
  };
}
function addressOf(proof, { sender }) {
  const [localPart = "", domain = ""] = sender.split("@");
  switch (proof) {
    case "signed":
    case "forwarded":
      return sender;
    case "in capitals":
      return sender.toUpperCase();
    case "unsigned":
      return `postmaster@${domain}`;
    case "forged":
      return `${[...localPart].reverse().join("")}@${domain}`;
  }
}
var ACTIONS = {
  bounce: { action: "failed", status: "5.1.1", diagnostic: "smtp; 550 5.1.1 no such user" },
  delay: { action: "delayed", status: "4.4.1", diagnostic: "smtp; 451 4.4.1 no answer" },
  delivered: { action: "delivered", status: "2.0.0", diagnostic: "smtp; 250 2.0.0 ok" }
};
function textOf(what, proof, copy) {
  const named = proof === "in capitals" ? [] : [`Message-ID: <${copy.messageId}>`];
  const returned = [...named, `Subject: ${headerOf(copy.raw, "subject")}`];
  const recipient = proof === "forwarded" ? "someone.else@elsewhere.test" : copy.recipient;
  if (what === "complaint") return arf({ returned });
  const messageId = `${what}.${copy.messageId}`;
  if (what === "partly") {
    const reached = [
      "Final-Recipient: rfc822; reached@elsewhere.test",
      "Action: delivered",
      "Status: 2.0.0",
      ""
    ];
    return dsn({ ...ACTIONS.bounce, recipient: "gone@elsewhere.test", returned, messageId, more: reached });
  }
  return dsn({ ...ACTIONS[what], recipient, returned, messageId });
}
export {
  reports
};
//# sourceMappingURL=reports.js.map
