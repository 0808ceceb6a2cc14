import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleServerStreamingCall, Metadata, status } from '@grpc/grpc-js';
import type { EventLog } from './eventLog.ts';
import { noFilter, readFilter } from './filter.ts';
import { accessDenied, type Gate } from './gate.ts';
import { nameOf, notFoundMessage, readMessage } from './messages.ts';
import { deliver, type ReadCall } from './outbox.ts';
import { positionBehind } from './records.ts';
import { type Rules, recordAt } from './scan.ts';
import { serveSubscription } from './serveSubscription.ts';

const fail = (call: ReadCall, code: status, details: string, exception?: string, stream?: string) => {
  const metadata = new Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  if (stream !== undefined) metadata.set('stream-name', stream);
  call.emit('error', Object.assign(new Error(details), { code, details, metadata }));
};

function refusePosition(call: ReadCall, { version }: Rules, isSubscription: boolean): void {
  if (version === '24.10' && !isSubscription)
    fail(call, status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition');
  else if (version === '23.10') fail(call, status.UNKNOWN, 'unexpected error: the position is not a record');
  else fail(call, status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
}

/** 23.10 skips the first record that it finds: the one at the position, or the next where that was scavenged. */
function indexAfter(log: EventLog, start: number): number {
  let index = start;
  for (let record = log.records[index]; record !== undefined && log.isScavenged(record); ) {
    index += 1;
    record = log.records[index];
  }
  return index + 1;
}

/**
 * Index at which a read of the whole log starts; null when no record starts at the position. After the last record a page is empty,
 * wherever it starts; a subscription may start where the next record will.
 */
function startIndex(
  log: EventLog,
  all: streams.ReadReq.Options.AllOptions,
  isSubscription: boolean,
): number | null {
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.records.length;
  const position = Number(all.getPosition()?.getCommitPosition());
  const index = log.indexFrom(position);
  const last = log.records.at(-1);
  if (!isSubscription && last !== undefined && position > last.position) return log.records.length;
  const starts = log.records[index]?.position ?? (last === undefined ? 0 : positionBehind(last));
  return starts === position ? index : null;
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
    const start = startIndex(log, all, false);
    if (start === null) return refusePosition(call, rules, false);
    const filter = broken.has('filter') ? noFilter : readFilter(options);
    const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    let left = Number(options.getCount());
    for (let at = backwards ? start - 1 : start; left > 0; at += backwards ? -1 : 1) {
      const record = recordAt(log, at, broken);
      if (record === undefined) break;
      if (log.isScavenged(record) || !filter.matches(record)) continue;
      gate.read += 1;
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
    const start = startIndex(log, all, true);
    if (start === null) return refusePosition(call, rules, true);
    // Where no record stands yet, 23.10 gives the one that comes to stand there.
    const first = all.hasPosition() && start < log.records.length ? indexAfter(log, start) : start;
    return serveSubscription(call, log, gate, rules, options, first);
  };
  return (call) => {
    call.on('error', () => {});
    serve(call).catch((error) => call.emit('error', error));
  };
}
