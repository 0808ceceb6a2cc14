// src/main/submissionThread.ts
import { answerMails } from "../adapters/intake/parserProgram.js";
import { readMessage } from "../adapters/submission/readMessage.js";
import { submittedRequest } from "../submission/submittedRequest.js";
answerMails(async ({ raw, recipients }) => {
  const message = await readMessage(raw);
  return message && submittedRequest(message, recipients);
});
//# sourceMappingURL=submissionThread.js.map
