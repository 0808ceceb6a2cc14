// timeout: 600 s
import { enginesInOneProcess } from './deployment.ts';
import { story } from './story.ts';

await story('e2e: engines, one process', enginesInOneProcess);
