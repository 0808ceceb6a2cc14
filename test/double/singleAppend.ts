import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleClientStreamingCall, Metadata, status } from '@grpc/grpc-js';
import type { EventLog } from './eventLog.ts';
import { type Gate, unavailable } from './gate.ts';
import { nameOf, proposed } from './messages.ts';
import type { AppendAnswer, Expected, ProposedEvent } from './records.ts';

const expectedOf = (options: streams.AppendReq.Options): Expected => {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : 'any';
};

function response(answer: Extract<AppendAnswer, { kind: 'success' | 'conflict' }>): streams.AppendResp {
  if (answer.kind === 'conflict') {
    const conflict = new streams.AppendResp.WrongExpectedVersion();
    if (answer.current === null) conflict.setCurrentNoStream(new shared.Empty());
    else conflict.setCurrentRevision(String(answer.current));
    if (typeof answer.expected === 'number') conflict.setExpectedRevision(String(answer.expected));
    else conflict.setExpectedNoStream(new shared.Empty());
    return new streams.AppendResp().setWrongExpectedVersion(conflict);
  }
  const success = new streams.AppendResp.Success();
  if (answer.revision === null) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(String(answer.revision));
  if (answer.position === null) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(answer.position));
    position.setPreparePosition(String(answer.position));
    success.setPosition(position);
  }
  return new streams.AppendResp().setSuccess(success);
}

/** The path the client takes when a call carries credentials of its own: one append a call. */
export function singleAppendOn(
  log: EventLog,
  gate: Gate,
): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, callback) => {
    let options: streams.AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    call.on('error', () => {});
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(proposed(message));
    });
    call.on('end', async () => {
      if (options === undefined) return;
      const stream = nameOf(options.getStreamIdentifier());
      await gate.thawed();
      if (!gate.ready()) return callback(unavailable('Server Is Not Ready'));
      const answer = await log.append(stream, expectedOf(options), events);
      if (answer === null || gate.swallowsAnswer()) return;
      if (answer.kind === 'success' || answer.kind === 'conflict') return callback(null, response(answer));
      const metadata = new Metadata();
      metadata.set('stream-name', stream);
      metadata.set(
        'exception',
        answer.kind === 'too-large' ? 'maximum-append-size-exceeded' : 'stream-deleted',
      );
      if (answer.kind === 'too-large') metadata.set('maximum-append-size', String(answer.maxBytes));
      callback({ code: status.INVALID_ARGUMENT, details: answer.kind, metadata });
    });
  };
}
