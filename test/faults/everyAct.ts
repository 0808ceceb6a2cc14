import { cliProcess } from '../cli/cliProcess.ts';
import { type CallKind, NOTHING_CAME, type Tried } from './repeatedCalls.ts';

/** More than a start takes on a busy machine. */
const PATIENCE_MS = 30_000;

const UNAVAILABLE = 4;
const OF = 'default';

/** The command line as an operator uses it next to a service that may die at any moment. */
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

interface Form {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
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
  /** The form of a page that posts to such a path; null when it has none. */
  const formIn = (page: string, action: string): Form | null => {
    const [, path = '', fields] = new RegExp(`action="([^"]*${action})">(.*?)</form>`, 's').exec(page) ?? [];
    if (fields === undefined) return null;
    const hidden = [...fields.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return { path, fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])) };
  };
  const sent = ({ path, fields }: Form) => asked(origin + path, { ...fields, reason: 'asked by telephone' });
  const entrance = await asked(link);
  const logIn = formIn(entrance.page, '/login/[^"]*');
  const entered = logIn && (await sent(logIn));
  if (entered?.status !== 303) throw new Error(`logging in: ${entrance.status} ${entered?.status}`);

  /** Opens the page of an address, until it has the form; then its button is pressed until that is answered, and once more. */
  const decided = (address: string, act: 'suppress' | 'lift') => {
    const at = `${origin}/w/${OF}/addresses/find?address=${encodeURIComponent(address)}`;
    let form: Form | null = null;
    let presses = 0;
    return async (): Promise<Tried> => {
      const { status, page } = form === null ? await asked(at) : await sent(form);
      if (status >= 500) return NOTHING_CAME;
      if (status !== (form === null ? 200 : 303))
        return { came: 'refusal', refusal: `${act} ${address}: ${status} ${page}` };
      if (form === null) form = formIn(page, `/addresses/${act}`);
      else if (++presses === 2) return { came: 'answer', answer: act };
      return NOTHING_CAME;
    };
  };
  const suppressed: string[] = [];
  return {
    ...{ clients: 1, isRepeatable: false },
    next(n) {
      const lifted = n % 2 === 0 ? suppressed.shift() : undefined;
      const address = lifted ?? `w${n}@receiver.test`;
      const attempt = decided(address, lifted === undefined ? 'suppress' : 'lift');
      // A broken connection: the person knows nothing.
      return { about: address, attempt: () => attempt().catch(() => NOTHING_CAME) };
    },
    learn: (act, address) => void (act === 'suppress' && suppressed.push(address)),
  };
}
