// runs in: test:all

import { eventStoreContract } from '../../contract/eventStore.ts';
import { doubleFactory, realFactory } from './factories.ts';

const realUrl = process.env.EVENTSTORE_TEST_URL;
console.log('event store contract: double');
eventStoreContract('EventStoreDB 23.10 (double)', doubleFactory());
eventStoreContract('EventStoreDB 24.10 (double)', doubleFactory([], '24.10'));
if (realUrl !== undefined && realUrl !== '') {
  // Without the credentials that the url may hold.
  const [, hosts] = /^[^:]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(realUrl) ?? [];
  console.log(`event store contract: real server at ${hosts}`);
  eventStoreContract('EventStoreDB (real server)', realFactory(realUrl));
}
