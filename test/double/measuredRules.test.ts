// runs in: test:all

import { measuredRules } from './measuredRules.ts';
import { doubleServer } from './server.ts';

measuredRules('measured rules: double of 23.10', () => doubleServer());
measuredRules('measured rules: double of 24.10', () => doubleServer([], '24.10'));
const url = process.env.EVENTSTORE_TEST_URL;
if (url !== undefined && url !== '') {
  measuredRules('measured rules: real server', async () => ({ url, restart: null, stop: async () => {} }));
}
