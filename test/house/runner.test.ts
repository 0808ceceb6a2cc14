// runs in: test:all

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { nodeArguments } from '../support/project.ts';
import { compile } from './runner/compile.ts';
import { ownBuild } from './runner/ownBuild.ts';
import { runFiles } from './runner/runFiles.ts';
import { chosenFiles, testFiles } from './runner/testFiles.ts';

const runner = suite('runner');
const head = `import { suite } from '${new URL('./runner/namedSuite.js', import.meta.url)}'; const it = suite('it');\n`;
const folders: string[] = [];

runner.after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project with these test files, by their name below `test/`; spaces in its path must not matter. */
function written(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'postledger runner-'));
  folders.push(project);
  for (const [name, source] of Object.entries({ '../package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(project, 'test', name)), { recursive: true });
    writeFileSync(join(project, 'test', name), source);
  }
  return project;
}

/** A process that was killed may stay listed until its new parent has asked for it. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function run(
  files: Record<string, string>,
  {
    words = [] as string[],
    all = false,
    allowedSkips = /^/,
    timeoutMs = 60_000,
    lingerMs = 30_000,
    silenceMs = 60_000,
    runsAgain = false,
  } = {},
) {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const project = written(files);
  const found = chosenFiles(testFiles(project, await compile(project, join(project, 'build'))), words, all);
  const outcome = await runFiles({
    ...{
      files: found,
      atOnce: 2,
      timeoutMs,
      lingerMs,
      silenceMs,
      allowedSkips,
      runsAgain,
      isMatching: false,
    },
    print,
  });
  return { ...outcome, printed, last: printed.trimEnd().split('\n').at(-1) };
}

/** Runs the runner's own command in a project; returns its exit code and what it printed. */
function command(files: Record<string, string>, ...args: string[]) {
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_PROJECT: written(files) };
  for (const name of ['TEST_SEED', 'TEST_ALL', 'TEST_MATCH']) delete env[name];
  const { status, stdout } = spawnSync(process.execPath, [...nodeArguments('test/run'), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout };
}

runner('adds up what passes, and says so in the last line', async () => {
  const { passed, failed, last } = await run({
    'a.test.ts': `${head}it('one', () => {}); it('two', () => {}); it.run();`,
    'deep/er/b.test.ts': `${head}it('three', () => {}); it.run();`,
    'not-a-test.ts': 'throw new Error();',
  });
  assert.equal([passed, failed, last], [3, 0, '3 passed, 0 failed']);
});

runner('prints the output of what fails, and where in the source', async () => {
  const { passed, failed, last, printed } = await run({
    'a.test.ts': `${head}interface Shape { readonly a: string }
type Unused = Shape;
it('one', () => {}); it('two', () => { throw new Error('why it broke'); }); it.run();`,
  });
  assert.equal([passed, failed, last], [1, 1, '1 passed, 1 failed']);
  assert.match(printed, 'why it broke');
  assert.match(printed, 'a.test.ts:4:');
});

const flakyFile = () => {
  const mark = join(written({ 'first-try': '' }), 'test', 'first-try');
  return `${head}import { existsSync, rmSync } from 'node:fs';
    it('one', () => { if (existsSync(${JSON.stringify(mark)})) { rmSync(${JSON.stringify(mark)}); throw new Error('busy'); } }); it.run();`;
};

runner(
  'runs what failed once more where that is asked for, and names what then passes as flaky',
  async () => {
    const never = `${head}it('two', () => { throw new Error('always'); }); it.run();`;
    const files = { 'once.test.ts': flakyFile(), 'never.test.ts': never };
    const { last, printed } = await run(files, { runsAgain: true });
    assert.is(last, '1 passed, 1 failed');
    assert.match(printed, /Flaky, passed only when run again:\n {2}\S*once\.test\.ts\n/);
  },
);

runner('fails a run with more than two flaky files', async () => {
  const two = { 'a.test.ts': flakyFile(), 'b.test.ts': flakyFile() };
  assert.is((await run(two, { runsAgain: true })).last, '2 passed, 0 failed');
  const three = { 'a.test.ts': flakyFile(), 'b.test.ts': flakyFile(), 'c.test.ts': flakyFile() };
  const { last, printed } = await run(three, { runsAgain: true });
  assert.is(last, '3 passed, 1 failed');
  assert.match(printed, 'More than 2 flaky files');
});

runner('fails what fails once, unless asked to run it again', async () => {
  assert.is((await run({ 'a.test.ts': flakyFile() })).last, '0 passed, 1 failed');
});

runner('fails a file that forgets to run', async () => {
  const { failed, printed } = await run({ 'a.test.ts': `${head}it('one', () => {});` });
  assert.is(failed, 1);
  assert.match(printed, 'is .run() missing?');
});

runner('fails a file whose before hook throws, which uvu ignores', async () => {
  const { failed, printed } = await run({
    'a.test.ts': `${head}it.before(() => { throw new Error(); }); it('one', () => {}); it.run();`,
  });
  assert.is(failed, 1);
  assert.match(printed, 'ran only 0 of 1 tests');
});

runner('fails a file that leaves tests out', async () => {
  const { failed, printed } = await run({
    'a.test.ts': `${head}it.only('one', () => {}); it('two', () => {}); it.run();`,
  });
  assert.is(failed, 1);
  assert.match(printed, 'by .only or .skip');
});

runner('fails a file that does not load, one that exits early, and one that exits badly later', async () => {
  const { failed } = await run({
    'a.test.ts': "throw new Error('at load');",
    'b.test.ts': `${head}it('one', () => process.exit(0)); it.run();`,
    'c.test.ts': `${head}it('one', () => { process.on('exit', () => { process.exitCode = 3; }); }); it.run();`,
  });
  assert.is(failed, 3);
});

runner(
  'quick files share a process, but for one that changes it and those that say something of themselves',
  async () => {
    const processes = async (source: string, all = false) => {
      const file = `${source}\n${head}it('one', () => console.log('TOLD: process ' + process.pid)); it.run();`;
      const names = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'];
      const { printed, last } = await run(Object.fromEntries(names.map((name) => [name, file])), { all });
      assert.is(last, '4 passed, 0 failed');
      return new Set(printed.match(/process \d+/g)).size;
    };
    assert.ok((await processes('')) <= 2, 'two run at once');
    assert.is(await processes('process.env.LEFT = String(process.pid);'), 4);
    assert.is(await processes('process.on("SIGUSR2", () => {});'), 4);
    assert.is(await processes('setTimeout(() => {}, 500);'), 4);
    assert.is(await processes('// runs in: test:all', true), 4);
  },
);

runner('ends a file that hangs together with what it started', async () => {
  const hanging = `setInterval(() => {}, 1000);`;
  const { failed, printed } = await run(
    {
      'a.test.ts': `${head}import { spawn } from 'node:child_process';
it('one', () => { const { pid } = spawn(process.execPath, ['-e', '${hanging}'], { stdio: 'inherit' }); console.log('CHILD ' + pid); });
it.run(); ${hanging}`,
    },
    { timeoutMs: 8000 },
  );
  assert.is(failed, 1);
  assert.match(printed, 'did not end within 8 s');
  const pid = Number(/CHILD (\d+)/.exec(printed)?.[1]);
  assert.ok(pid > 0, printed);
  // A signal takes effect a moment after it was sent.
  await eventually('the child has ended', () => !isAlive(pid));
});

runner('gives a file the time that it asks for itself', async () => {
  const slow = "it('one', () => new Promise((resolve) => setTimeout(resolve, 900))); it.run();";
  const files = { 'a.test.ts': `// timeout: 60 s\n${head}${slow}`, 'b.test.ts': `${head}${slow}` };
  const { last, printed } = await run(files, { timeoutMs: 400 });
  assert.is(last, '1 passed, 1 failed');
  assert.match(printed, 'b.test.ts did not end within 0.4 s');
});

runner('does not wait for a file whose tests are done, and says so', async () => {
  const { passed, failed, printed } = await run(
    { 'a.test.ts': `${head}it('one', () => {}); it.run(); setInterval(() => {}, 1000);` },
    { lingerMs: 500 },
  );
  assert.equal([passed, failed], [1, 1]);
  assert.match(printed, 'still ran 0.5 s after its tests');
});

runner('repeats at the end what was skipped, and can refuse it', async () => {
  const file = { 'a.test.ts': `${head}it('one', () => console.log('SKIPPED: no server')); it.run();` };
  const allowed = await run(file);
  assert.is(allowed.last, '0 passed, 0 failed, 1 skipped', 'what was skipped has not passed');
  assert.match(allowed.printed, /Skipped:\n.*a\.test\.ts: no server/);
  const refused = await run(file, { allowedSkips: /^no disk$/ });
  assert.is(refused.last, '0 passed, 1 failed, 1 skipped');
});

runner('takes a file that cannot run here for skipped, and one that only ends for a fault', async () => {
  const skip = "console.log('SKIPPED: the whole file: no server'); process.exit(0);";
  const whole = await run({ 'a.test.ts': `${head}${skip} it('one', () => {}); it.run();` });
  assert.is(whole.last, '0 passed, 0 failed, 1 skipped');
  assert.match(whole.printed, /Skipped:\n.*a\.test\.ts: the whole file: no server/);
  const silent = await run({ 'a.test.ts': 'process.exit(0);' });
  assert.is(silent.last, '0 passed, 1 failed');
});

runner('counts the files, lists how long they took, and says what still runs', async () => {
  const slow = `${head}it('one', () => new Promise((resolve) => setTimeout(resolve, 1500))); it.run();`;
  const files = { 'a.test.ts': `${head}it('one', () => {}); it.run();`, 'b.test.ts': slow };
  const { printed } = await run(files, { silenceMs: 500 });
  assert.match(printed, /^1 of 2 ok {3}test\/a\.test\.ts \(1 passed/m);
  assert.match(printed, /^2 of 2 ok {3}test\/b\.test\.ts \(1 passed/m);
  assert.match(printed, /^still running: test\/b\.test\.ts/m);
  assert.match(printed, /Durations:\n.* s {2}\S*b\.test\.ts\n.* s {2}\S*a\.test\.ts\n/);
});

const quickAndSlow = {
  'a.test.ts': `${head}it('one', () => {}); it.run();`,
  'b.test.ts': `// runs in: test:all\n${head}it('two', () => {}); it('three', () => {}); it.run();`,
};

runner('leaves to test:all what asks for it, and finds it by its name', async () => {
  assert.is((await run(quickAndSlow)).last, '1 passed, 0 failed');
  assert.is((await run(quickAndSlow, { all: true })).last, '3 passed, 0 failed');
  assert.is((await run(quickAndSlow, { words: ['b.test'] })).last, '2 passed, 0 failed');
});

runner('as a command: fails when something failed, and when nothing was found', () => {
  assert.is(command({ 'a.test.ts': `${head}it('one', () => {}); it.run();` }).status, 0);
  assert.is(command({ 'a.test.ts': `${head}it('one', () => { throw new Error(); }); it.run();` }).status, 1);
  const nothing = command(quickAndSlow, 'c.test');
  assert.is(nothing.status, 1);
  assert.match(nothing.stdout, 'Nothing matches c.test');
});

runner('as a command: chooses tests by their title, in all files', () => {
  const { status, stdout } = command(quickAndSlow, '--match', 'it THREE');
  assert.is(status, 0, stdout);
  assert.match(stdout, /\n1 passed, 0 failed\n$/);
  assert.is(command(quickAndSlow, '--match', 'four').status, 1);
});

runner('as a command: the quick run has seed 1, the whole one prints a seed of its own', () => {
  const file = {
    'a.test.ts': `${head}it('seed', () => console.log('TOLD: seed ' + process.env.TEST_SEED)); it.run();`,
  };
  assert.match(command(file).stdout, /^ {2}seed 1$/m);
  const { stdout } = command(file, '--all');
  const [, seed] = /TEST_SEED=(\d+) repeats it/.exec(stdout) ?? [];
  assert.match(stdout, `\n  seed ${seed}\n`);
});

runner(
  'two runs in one clone compile into folders of their own; that of a run that was killed is free again',
  () => {
    const project = written({});
    const build = join(project, 'build');
    assert.is(ownBuild(project), join(build, '1'));
    assert.is(ownBuild(project), join(build, '2'), 'while the first one lives');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(build, '1.pid'), String(pid));
    assert.is(ownBuild(project), join(build, '1'));
  },
);

runner.run();
