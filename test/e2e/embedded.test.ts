// runs in: test:all
// timeout: 600 s
import { embedded } from './deployment.ts';
import { history } from './history.ts';

await history('e2e: embedded, two processes', embedded);
