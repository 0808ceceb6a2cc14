import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../test/support/project.ts';

/** The text of a file, by its path from the project's folder. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
