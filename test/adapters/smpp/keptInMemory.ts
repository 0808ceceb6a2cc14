import type { UnmatchedMail, UnmatchedMails } from '../../../src/ports/unmatchedMail.ts';

/** The store of what was kept, with all that was put into it. */
export function keptInMemory() {
  const kept: (UnmatchedMail & { readonly raw: string })[] = [];
  const unmatched: UnmatchedMails = {
    async store(mail, raw) {
      kept.push({ ...mail, raw: Buffer.from(raw).toString('latin1') });
    },
    list: async (limit) => kept.slice(0, limit).map((mail) => ({ ...mail, name: '', subject: '' })),
    removeOld: async () => {},
  };
  return { kept, unmatched };
}
