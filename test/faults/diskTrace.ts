import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * What a traced process did to its files, in the order in which it happened. `begunAt` and `endedAt` are places in
 * the trace: a sync covers the writes that had ended when it began.
 */
export type DiskStep = { readonly begunAt: number; readonly endedAt: number } & (
  | { readonly kind: 'create'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'say'; readonly text: string }
);

type Begun = Pick<DiskStep, 'begunAt'> & { readonly call: string; readonly head: string };

const CALLS = 'openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,rename';

/** Command before node under which everything that it writes is recorded in `file`. */
export function recordedInto(file: string): readonly string[] {
  return ['strace', '-f', '--seccomp-bpf', '-y', '-xx', '-s', '1000000', '-e', `trace=${CALLS}`, '-o', file];
}

/**
 * Reads a trace: the steps on files whose path begins with `folder`, and the lines said on standard output. Steps
 * stand where they took effect at the latest to be counted on: what was written where the call began, for it may
 * lie on the disk from then on, and a sync where it ended.
 * @throws Error when the trace holds a call on those files that this reader does not know
 */
export async function readTrace(file: string, folder: string): Promise<readonly DiskStep[]> {
  const steps: DiskStep[] = [];
  const open = new Map<string, Begun>();
  const known = new Set<string>();
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    at++;
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    const begun = open.get(thread);
    if (resumed !== null && begun !== undefined) {
      open.delete(thread);
      add(begun, `${begun.head}${resumed[1]}`, at);
      continue;
    }
    const call = /^(\w+)\(/.exec(rest)?.[1];
    if (call === undefined) continue;
    const unfinished = rest.endsWith(' <unfinished ...>');
    const one: Begun = {
      begunAt: at,
      call,
      head: unfinished ? rest.slice(0, -' <unfinished ...>'.length) : rest,
    };
    if (unfinished) open.set(thread, one);
    else add(one, rest, at);
  }
  return steps.sort((one, other) => placeOf(one) - placeOf(other));

  function add({ begunAt, call }: Begun, text: string, endedAt: number): void {
    const times = { begunAt, endedAt };
    const result = /= (-?\d+)[^=]*$/.exec(text)?.[1] ?? '0';
    if (result.startsWith('-')) return;
    if (call === 'unlink' || call === 'rename') {
      const path = plain(/"([^"]*)"/.exec(text)?.[1] ?? '').toString();
      if (!path.startsWith(folder)) return;
      if (call === 'rename') throw new Error(`the trace renames ${path}`);
      known.delete(path);
      return void steps.push({ ...times, kind: 'remove', path });
    }
    if (call === 'openat') {
      const path = plain(/= \d+<([^>]*)>/.exec(text)?.[1] ?? '').toString();
      if (!path.startsWith(folder) || !text.includes('O_CREAT') || known.has(path)) return;
      known.add(path);
      return void steps.push({ ...times, kind: 'create', path });
    }
    const [, number = '', coded = ''] = /^\w+\((\d+)<([^>]*)>/.exec(text) ?? [];
    if (call === 'write' && number === '1') {
      const said = plain(/"([^"]*)"/.exec(text)?.[1] ?? '')
        .toString()
        .trimEnd();
      return void steps.push({ ...times, kind: 'say', text: said });
    }
    const path = plain(coded).toString();
    if (!path.startsWith(folder)) return;
    if (call === 'fsync' || call === 'fdatasync') return void steps.push({ ...times, kind: 'sync', path });
    const [, last = ''] = /, (\d+)\) += -?\d+[^=]*$/.exec(text) ?? [];
    if (call === 'ftruncate')
      return void steps.push({ ...times, kind: 'truncate', path, bytes: Number(last) });
    if (call !== 'pwrite64') throw new Error(`the trace has a ${call} on ${path}`);
    const [, data = '', length = ''] = /"([^"]*)", (\d+), /.exec(text) ?? [];
    const bytes = plain(data);
    if (bytes.length !== Number(length)) throw new Error(`the trace has not all bytes of a write on ${path}`);
    steps.push({ ...times, kind: 'write', path, at: Number(last), bytes });
  }
}

const placeOf = ({ kind, begunAt, endedAt }: DiskStep) => (kind === 'sync' ? endedAt : begunAt);

/** Bytes from `\x41\x42…`. */
function plain(coded: string): Buffer {
  return Buffer.from(coded.replaceAll('\\x', ''), 'hex');
}
