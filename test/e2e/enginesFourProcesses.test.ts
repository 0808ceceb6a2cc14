// runs in: test:all
// timeout: 600 s
import { enginesInFourProcesses } from './deployment.ts';
import { history } from './history.ts';

await history('e2e: engines, two api and two worker processes', enginesInFourProcesses);
