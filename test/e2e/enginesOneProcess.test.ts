// runs in: test:all
// timeout: 600 s
import { enginesInOneProcess } from './deployment.ts';
import { history } from './history.ts';

await history('e2e: engines, one process', enginesInOneProcess);
