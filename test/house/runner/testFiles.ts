import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test file, and what it says of itself in comment lines. */
export interface TestFile {
  /** Its path from the project's folder, as people name it. */
  readonly name: string;
  /** The compiled file that runs. */
  readonly program: string;
  /** From its line `// timeout: 900 s`; null without one. */
  readonly timeoutMs: number | null;
  /** Whether it has the line `// runs in: test:all`, because it is slow or needs more than node. */
  readonly isForAll: boolean;
}

/** Every `*.test.ts` below `test/`, those with the longest time limit first: started last, they would end last. */
export function testFiles(project: string, compiled: string): TestFile[] {
  return readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .sort()
    .map((path) => {
      const source = readFileSync(join(project, 'test', path), 'utf8');
      const seconds = /^\/\/ timeout: (\d+) s$/m.exec(source)?.[1];
      return {
        name: join('test', path),
        program: join(compiled, 'test', path.replace(/\.ts$/, '.js')),
        timeoutMs: seconds === undefined ? null : Number(seconds) * 1000,
        isForAll: /^\/\/ runs in: test:all$/m.test(source),
      };
    })
    .sort((one, other) => (other.timeoutMs ?? 0) - (one.timeoutMs ?? 0));
}

/** Those whose name holds one of the words; without words every one, or those of the quick run. */
export function chosenFiles(files: readonly TestFile[], words: readonly string[], all: boolean): TestFile[] {
  if (words.length === 0) return files.filter(({ isForAll }) => all || !isForAll);
  return files.filter(({ name }) => words.some((word) => name.includes(word.replace(/^\.\//, ''))));
}
