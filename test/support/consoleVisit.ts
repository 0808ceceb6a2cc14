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

/** A link by which an operator of all workspaces logs in once to a running service: opening it uses nothing up. */
export async function logInLink(
  env: Readonly<Record<string, string>>,
  program = COMMAND_LINE,
): Promise<string> {
  const made = await run(process.execPath, [...program, 'console', 'login', '--all', '--as', 'Ann'], { env });
  assert.is(made.code, 0, made.output);
  const [link = ''] = made.stdout.split('\n');
  return link;
}

/** Logs such an operator in. @returns what reads a page by its path */
export async function consoleVisit(
  env: Readonly<Record<string, string>>,
  program = COMMAND_LINE,
): Promise<(path: string) => Promise<Response>> {
  const link = await logInLink(env, program);
  const { cookie } = await logIn(link);
  return (path) => fetch(new URL(path, link), { headers: { cookie } });
}
