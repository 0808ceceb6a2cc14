import { eventStoreContract } from '../../contract/eventStore.ts';
import { doubleFactory, realFactory } from './factories.ts';

const realUrl = process.env.EVENTSTORE_TEST_URL;
console.log('event store contract: double');
eventStoreContract('EventStoreDB (double)', doubleFactory());
if (realUrl !== undefined && realUrl !== '') {
  // Without the credentials that the url may hold.
  const { host } = new URL(realUrl.replace(/^esdb(\+discover)?:/, 'http:'));
  console.log(`event store contract: real server at ${host}`);
  eventStoreContract('EventStoreDB (real server)', realFactory(realUrl));
}
