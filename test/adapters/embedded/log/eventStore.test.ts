import { join } from 'node:path';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import type { EventStore } from '../../../../src/ports/eventStore.ts';
import { eventStoreContract } from '../../../contract/eventStore.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

eventStoreContract('embedded', async () => {
  const folder = temporaryFolder();
  const opened = new Set<EventStore>();
  const open = async () => {
    const store = await embeddedEventStore(join(folder.path, 'log'), { log: quietLog });
    opened.add(store);
    return store;
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
      await Promise.all([...opened].map((store) => store.close()));
      folder.remove();
    },
  };
});
