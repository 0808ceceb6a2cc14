import { parentPort } from 'node:worker_threads';

/**
 * Runs in the thread of `parserThread`: answers mails, of which null is one that could not be read. One that the parser
 * cannot bear ends only this thread. The first answer says that it is loaded.
 */
export function answerMails<Mail>(read: (mail: Mail) => Promise<unknown>): void {
  parentPort?.on('message', async (mails: readonly Mail[]) => {
    parentPort?.postMessage(await Promise.all(mails.map((mail) => read(mail).catch(() => null))));
  });
  parentPort?.postMessage(null);
}
