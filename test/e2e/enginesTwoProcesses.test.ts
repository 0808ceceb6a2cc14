// runs in: test:all
// timeout: 600 s
import { needsEngines } from '../servers/requires.ts';
import { enginesInTwoProcesses } from './deployment.ts';
import { history } from './history.ts';

needsEngines();
await history('e2e: engines, two processes', enginesInTwoProcesses);
