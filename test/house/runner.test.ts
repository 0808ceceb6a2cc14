import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runFiles } from './runner/runFiles.ts';

const runner = suite('runner');
const head = `import { suite } from '${import.meta.resolve('uvu')}'; const it = suite('it');\n`;
const folders: string[] = [];

runner.after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function written(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'postledger-runner-'));
  folders.push(root);
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), source);
  }
  return root;
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
    filters = [] as string[],
    allowedSkips = /^/,
    timeoutMs = 60_000,
    lingerMs = 30_000,
    secondTry = false,
  } = {},
) {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const root = written(files);
  const outcome = await runFiles({
    ...{ root, filters, atOnce: 2, timeoutMs, lingerMs, allowedSkips, secondTry },
    print,
  });
  return { ...outcome, printed, last: printed.trimEnd().split('\n').at(-1) };
}

runner('adds up what passes, and says so in the last line', async () => {
  const { passed, failed, last } = await run({
    'a.test.ts': `${head}it('one', () => {}); it('two', () => {}); it.run();`,
    'deep/er/b.test.ts': `${head}it('three', () => {}); it.run();`,
    'not-a-test.ts': 'throw new Error();',
  });
  assert.equal([passed, failed, last], [3, 0, '3 passed, 0 failed']);
});

runner('prints the output of what fails', async () => {
  const { passed, failed, last, printed } = await run({
    'a.test.ts': `${head}it('one', () => {}); it('two', () => { throw new Error('why it broke'); }); it.run();`,
  });
  assert.equal([passed, failed, last], [1, 1, '1 passed, 1 failed']);
  assert.match(printed, 'why it broke');
});

runner('gives what failed a second try where that is asked for, and names what needed it', async () => {
  const mark = join(written({ 'first-try': '' }), 'first-try');
  const once = `${head}import { existsSync, rmSync } from 'node:fs';
    it('one', () => { if (existsSync(${JSON.stringify(mark)})) { rmSync(${JSON.stringify(mark)}); throw new Error('busy'); } }); it.run();`;
  const never = `${head}it('two', () => { throw new Error('always'); }); it.run();`;
  const { last, printed } = await run({ 'once.test.ts': once, 'never.test.ts': never }, { secondTry: true });
  assert.is(last, '1 passed, 1 failed');
  assert.match(printed, /only at the second try, alone:\n {2}\S*once\.test\.ts/);
});

runner('fails a file that forgets to run', async () => {
  const { failed, printed } = await run({ 'a.test.ts': `${head}it('one', () => {});` });
  assert.is(failed, 1);
  assert.match(printed, 'is .run() missing?');
});

runner('fails a file whose before hook throws, which uvu passes over', async () => {
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

runner(
  'fails a file that does not load, one that exits early, and one that exits badly afterwards',
  async () => {
    const { failed } = await run({
      'a.test.ts': "throw new Error('at load');",
      'b.test.ts': `${head}it('one', () => process.exit(0)); it.run();`,
      'c.test.ts': `${head}it('one', () => { process.on('exit', () => { process.exitCode = 3; }); }); it.run();`,
    });
    assert.is(failed, 3);
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
    { timeoutMs: 3000 },
  );
  assert.is(failed, 1);
  assert.match(printed, 'did not end within 3 s');
  const pid = Number(/CHILD (\d+)/.exec(printed)?.[1]);
  assert.not(isAlive(pid));
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

runner('lists how long the files took, the longest first', async () => {
  const slow = `${head}it('one', () => new Promise((resolve) => setTimeout(resolve, 1500))); it.run();`;
  const { printed } = await run({
    'a.test.ts': `${head}it('one', () => {}); it.run();`,
    'b.test.ts': slow,
  });
  assert.match(printed, /Durations:\n.* s {2}\S*b\.test\.ts\n.* s {2}\S*a\.test\.ts\n/);
});

runner('runs only what the arguments name, and fails when that is nothing', async () => {
  const files = {
    'a.test.ts': `${head}it('one', () => {}); it.run();`,
    'b.test.ts': `${head}it('two', () => { throw new Error(); }); it.run();`,
  };
  assert.is((await run(files, { filters: ['a.test'] })).last, '1 passed, 0 failed');
  assert.is((await run(files, { filters: ['c.test'] })).failed, 1);
});

runner('exits with 1 when something failed and 0 when nothing did', () => {
  const script = fileURLToPath(new URL('../run.ts', import.meta.url));
  const exitCode = (source: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', script], {
      env: { ...process.env, TEST_ROOT: written({ 'a.test.ts': `${head}${source} it.run();` }) },
    }).status;
  assert.is(exitCode("it('one', () => {});"), 0);
  assert.is(exitCode("it('one', () => { throw new Error(); });"), 1);
});

runner.run();
