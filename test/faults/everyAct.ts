import { cliProcess } from '../cli/cliProcess.ts';
import { type CallKind, NOTHING_CAME, type Tried } from './repeatedCalls.ts';

/** More than a start takes on a busy machine. */
const PATIENCE_MS = 30_000;

const UNAVAILABLE = 4;
const OF = 'default';

/** The command line as an operator uses it beside a service that may die at any moment. */
export function commandLine(env: Readonly<Record<string, string>>) {
  const tried = async (...words: string[]): Promise<Tried> => {
    const { exitCode, stdout, stderr } = await cliProcess(env, ...words, '--json');
    if (exitCode === 0) return { came: 'answer', answer: stdout };
    if (exitCode === UNAVAILABLE) return NOTHING_CAME;
    return { came: 'refusal', refusal: `${words.join(' ')}: ${exitCode} ${stdout}${stderr}` };
  };
  const suppressed: string[] = [];
  const kind: CallKind = {
    ...{ clients: 1, isRepeatable: false },
    next(n) {
      const lifted = n % 2 === 0 ? suppressed.shift() : undefined;
      const acts = [
        ['credits', 'grant', String(1 + (n % 90))],
        ['suppressions', 'add', `o${n}@receiver.test`],
        ['sms-templates', 'approve', '--name', `n${n}`, '--body', 'Hello'],
        [],
      ];
      const words = lifted ? ['suppressions', 'remove', lifted] : (acts[n % acts.length] ?? []);
      const attempt = () => (words.length === 0 ? postedAgain() : tried(...words));
      return { about: words.join(' '), attempt };
    },
    learn(_answer, about) {
      const [, added] = /^suppressions add (.*)/.exec(about) ?? [];
      if (added !== undefined) suppressed.push(added);
    },
  };
  /** The newest webhooks that were delivered are posted again. */
  const postedAgain = async (): Promise<Tried> => {
    const listed = await tried('webhooks', 'deliveries', '--state', 'delivered', '--limit', '3');
    if (listed.came !== 'answer') return listed;
    const ids = (JSON.parse(listed.answer) as { id: string }[]).map(({ id }) => id);
    return ids.length === 0 ? listed : tried('webhooks', 'redeliver', ...ids);
  };
  return { kind, tried };
}

/** A person at the console, who has logged in by a link and suppresses recipients and lifts that, by the forms of its pages. */
export async function consoleActs(link: string): Promise<CallKind> {
  const { origin } = new URL(link);
  const cookies = new Map<string, string>();
  const asked = async (url: string, form?: Readonly<Record<string, string>>) => {
    const response = await fetch(url, {
      ...{ redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { origin, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return { status: response.status, page: await response.text() };
  };
  /** Sends the form of a page that posts to such a path; null when it has none. */
  const sent = async (page: string, action: RegExp, more: Readonly<Record<string, string>>) => {
    const [, path = '', fields] =
      new RegExp(`action="([^"]*${action.source})">(.*?)</form>`, 's').exec(page) ?? [];
    if (fields === undefined) return null;
    const hidden = [...fields.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return asked(origin + path, {
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      ...more,
    });
  };
  const entrance = await asked(link);
  const entered = await sent(entrance.page, /\/login\/[^"]*/, {});
  if (entered?.status !== 303) throw new Error(`logging in: ${entrance.status} ${entered?.status}`);

  /** Suppresses an address or sends to it again, as it is not yet. */
  const decided = async (address: string, act: 'suppress' | 'lift'): Promise<Tried> => {
    const at = `${origin}/w/${OF}/addresses/find?address=${encodeURIComponent(address)}`;
    const { status, page } = await asked(at);
    if (status >= 500) return NOTHING_CAME;
    if (status !== 200) return { came: 'refusal', refusal: `${at}: ${status} ${page}` };
    // As by somebody who presses the button twice.
    for (let presses = 0; presses < 2; presses++) {
      const done = await sent(page, new RegExp(`/addresses/${act}`), { reason: 'asked by telephone' });
      // The page has the other form: it was done before.
      if (done === null) break;
      if (done.status >= 500) return NOTHING_CAME;
      if (done.status !== 303)
        return { came: 'refusal', refusal: `${act} ${address}: ${done.status} ${done.page}` };
    }
    return { came: 'answer', answer: act };
  };
  const suppressed: string[] = [];
  return {
    ...{ clients: 1, isRepeatable: false },
    next(n) {
      const lifted = n % 2 === 0 ? suppressed.shift() : undefined;
      const address = lifted ?? `w${n}@receiver.test`;
      return {
        about: address,
        // A broken connection: the person knows nothing.
        attempt: () => decided(address, lifted === undefined ? 'suppress' : 'lift').catch(() => NOTHING_CAME),
      };
    },
    learn: (act, address) => void (act === 'suppress' && suppressed.push(address)),
  };
}
