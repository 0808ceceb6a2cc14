import { join } from 'node:path';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import type { Documents } from '../../../../src/ports/documents.ts';
import { partsContract } from '../../../contract/documents/parts.ts';
import { documentsContract } from '../../../contract/documents.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { wallClock } from '../../../support/wallClock.ts';

const embedded = async () => {
  const folder = temporaryFolder();
  const opened = new Set<Documents>();
  const open = async () => {
    const documents = openEmbeddedDocuments(join(folder.path, 'documents'), {
      clock: wallClock,
      log: quietLog,
    });
    opened.add(documents);
    return documents;
  };
  let subject = await open();
  return {
    subject,
    second: open,
    async reopen() {
      opened.delete(subject);
      await subject.close();
      subject = await open();
      return subject;
    },
    async destroy() {
      await Promise.all([...opened].map((documents) => documents.close()));
      folder.remove();
    },
  };
};

documentsContract('embedded', embedded);
partsContract('embedded: parts', embedded, true);
