import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = join(import.meta.dirname, '..', '..');

/** The project's folder. The tests run compiled code in `build/`, which holds no documents: then it is the one above. */
export const PROJECT = existsSync(join(CODE, 'package-lock.json')) ? CODE : join(CODE, '..');

/** The text of a file, by its path from the project's folder. */
export const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
