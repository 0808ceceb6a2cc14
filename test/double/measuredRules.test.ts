import { measuredRules } from './measuredRules.ts';
import { doubleServer } from './server.ts';

measuredRules('measured rules: double', doubleServer);
const url = process.env.EVENTSTORE_TEST_URL;
if (url !== undefined && url !== '') {
  measuredRules('measured rules: real server', async () => ({ url, restart: null, stop: async () => {} }));
}
