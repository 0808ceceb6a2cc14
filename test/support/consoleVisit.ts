import * as assert from 'uvu/assert';
import { run } from '../clients/run.ts';
import { COMMAND_LINE } from './project.ts';

/** The cookies that an answer sets, as a browser sends them back. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

/** A browser's part in logging in; resolves with the cookie. */
export async function logIn(link: string): Promise<{ status: number; cookie: string }> {
  const page = await fetch(link);
  const csrf = /name="_csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  const done = await fetch(link, {
    ...{ method: 'POST', redirect: 'manual' as const, body: new URLSearchParams({ _csrf: csrf }) },
    headers: { origin: new URL(link).origin, cookie: cookiesOf(page) },
  });
  return { status: done.status, cookie: cookiesOf(done) };
}

/** Logs an operator of all workspaces in to a running service. @returns what reads a page by its path */
export async function consoleVisit(
  env: Readonly<Record<string, string>>,
  program = COMMAND_LINE,
): Promise<(path: string) => Promise<Response>> {
  const made = await run(process.execPath, [...program, 'console', 'login', '--all', '--as', 'Ann'], { env });
  assert.is(made.code, 0, made.output);
  const [link = ''] = made.stdout.split('\n');
  const { cookie } = await logIn(link);
  return (path) => fetch(new URL(path, link), { headers: { cookie } });
}
