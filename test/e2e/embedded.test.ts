// timeout: 600 s
import { embedded } from './deployment.ts';
import { story } from './story.ts';

await story('e2e: embedded, two processes', embedded);
