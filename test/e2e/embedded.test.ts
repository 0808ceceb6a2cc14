// timeout: 600 s
import { embedded } from './deployment.ts';
import { story } from './story.ts';

story('e2e: embedded, two processes', embedded);
