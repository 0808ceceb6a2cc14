// src/adapters/intake/parserProgram.ts
import { parentPort } from "node:worker_threads";
function answerMails(read) {
  parentPort?.on("message", async (mails) => {
    parentPort?.postMessage(await Promise.all(mails.map((mail) => read(mail).catch(() => null))));
  });
  parentPort?.postMessage(null);
}
export {
  answerMails
};
//# sourceMappingURL=parserProgram.js.map
