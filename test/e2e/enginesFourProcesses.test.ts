// timeout: 600 s
import { enginesInFourProcesses } from './deployment.ts';
import { story } from './story.ts';

await story('e2e: engines, two api and two worker processes', enginesInFourProcesses);
