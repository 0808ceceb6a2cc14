import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleServerStreamingCall, Metadata, type ServerWritableStream, status } from '@grpc/grpc-js';
import type { EventLog } from './eventLog.ts';
import { noFilter, readFilter } from './filter.ts';
import { accessDenied, type Gate } from './gate.ts';
import { nameOf, notFoundMessage, readMessage } from './messages.ts';
import type { Breakable, LogRecord, ServerVersion } from './records.ts';
import { serveSubscription } from './subscription.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Writes unless the reader is slow; then waits for it. False once the reader is gone. */
export async function deliver(call: ReadCall, message: streams.ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(message)) return true;
  await new Promise<void>((resolve) => {
    const done = () => {
      call.off('drain', done);
      call.off('close', done);
      call.off('cancelled', done);
      resolve();
    };
    call.on('drain', done);
    call.on('close', done);
    call.on('cancelled', done);
  });
  return !call.cancelled && !call.destroyed;
}

const fail = (call: ReadCall, code: status, details: string, exception?: string, stream?: string) => {
  const metadata = new Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  if (stream !== undefined) metadata.set('stream-name', stream);
  call.emit('error', Object.assign(new Error(details), { code, details, metadata }));
};

/** Index at which a read of the whole log starts; null when the position is not the start of a record. */
function startIndex(log: EventLog, all: streams.ReadReq.Options.AllOptions): number | null {
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.records.length;
  const position = Number(all.getPosition()?.getCommitPosition());
  const index = log.indexFrom(position);
  return log.records[index]?.position === position ? index : null;
}

/** Neighbours change places when the rule of order is broken. */
export function recordAt(
  log: EventLog,
  index: number,
  broken: ReadonlySet<Breakable>,
): LogRecord | undefined {
  if (!broken.has('order')) return log.records[index];
  return log.records[index ^ 1] ?? log.records[index];
}

/** The rules that a double keeps. */
export interface Rules {
  readonly broken: ReadonlySet<Breakable>;
  readonly version: ServerVersion;
}

export function readOn(
  log: EventLog,
  gate: Gate,
  rules: Rules,
): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> {
  const { broken } = rules;
  const readStream = async (call: ReadCall, options: streams.ReadReq.Options) => {
    const from = options.getStream();
    const name = nameOf(from?.getStreamIdentifier());
    const kept = log.stream(name);
    if (kept === 'tombstoned') {
      return fail(call, status.FAILED_PRECONDITION, `stream ${name} is deleted`, 'stream-deleted', name);
    }
    if (kept === null) {
      call.write(notFoundMessage(name));
      return call.end();
    }
    const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    const revision = from?.hasRevision() ? Number(from.getRevision()) : null;
    const ordered = backwards ? [...kept].reverse() : kept;
    const atEnd = from?.hasEnd() === true && !backwards;
    const wanted = ordered.filter(
      (record) =>
        !atEnd &&
        (revision === null || (backwards ? record.revision <= revision : record.revision >= revision)),
    );
    for (const record of wanted.slice(0, Number(options.getCount()))) {
      if (!(await deliver(call, readMessage(record)))) return;
    }
    call.end();
  };

  const readAll = async (
    call: ReadCall,
    options: streams.ReadReq.Options,
    all: streams.ReadReq.Options.AllOptions,
  ) => {
    const start = startIndex(log, all);
    if (start === null) return fail(call, status.UNKNOWN, 'unexpected error: the position is not a record');
    const filter = broken.has('filter') ? noFilter : readFilter(options);
    const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    let left = Number(options.getCount());
    for (let at = backwards ? start - 1 : start; left > 0; at += backwards ? -1 : 1) {
      const record = recordAt(log, at, broken);
      if (record === undefined) break;
      if (!filter.matches(record)) continue;
      if (!(await deliver(call, readMessage(record)))) return;
      left -= 1;
    }
    call.end();
  };

  const serve = async (call: ReadCall) => {
    await gate.thawed();
    const options = call.request.getOptions();
    const refusal = gate.enter(call);
    if (refusal !== null || options === undefined) return void call.emit('error', refusal);
    const all = options.getAll();
    if (all === undefined) return readStream(call, options);
    if (gate.denied.has('$all')) return void call.emit('error', accessDenied());
    if (!options.hasSubscription()) return readAll(call, options, all);
    const start = startIndex(log, all);
    if (start === null) return fail(call, status.UNKNOWN, 'unexpected error: the position is not a record');
    return serveSubscription(call, log, gate, rules, options, all.hasPosition() ? start + 1 : start);
  };
  return (call) => {
    call.on('error', () => {});
    serve(call).catch((error) => call.emit('error', error));
  };
}
