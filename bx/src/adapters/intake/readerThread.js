// src/adapters/intake/readerThread.ts
import { answerMails } from "./parserProgram.js";
import { readMail } from "./readMail.js";
answerMails(({ raw }) => readMail(raw));
//# sourceMappingURL=readerThread.js.map
