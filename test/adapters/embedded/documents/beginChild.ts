import { once } from 'node:events';
import { openDocumentFile } from '../../../../src/adapters/embedded/documents/documentFile.ts';
import { quietLog } from '../../../support/quietLog.ts';

// Opens the documents of a folder as soon as it is asked to, so that several processes begin the file at one moment.
process.stdout.write('ready\n');
await once(process.stdin, 'data');
openDocumentFile(process.argv[2] ?? '', quietLog).close();
process.stdin.destroy();
