import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { NewEvent } from '../../events/event.ts';
import { AppendTooLarge, type ExpectedRevision, MAX_APPEND_BYTES } from '../../ports/eventStore.ts';

/** An append as it is sent, the same for every attempt. */
export interface EncodedAppend {
  readonly stream: string;
  readonly options: streams.BatchAppendReq.Options;
  readonly messages: streams.BatchAppendReq.ProposedMessage[];
  readonly bytes: number;
}

const UUID_BYTES = 36;

/** @throws TypeError for what JSON cannot hold (undefined, BigInt): nothing is sent then */
function json(value: unknown): Buffer {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('event data must be JSON');
  return Buffer.from(text, 'utf8');
}

/**
 * Parts are counted, as they are appended with the event, and are not in it.
 * @throws AppendTooLarge above MAX_APPEND_BYTES; the server's own count (data, metadata, two bytes for each
 * character of a type) is never higher than the count here
 */
export function encodeAppend(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): EncodedAppend {
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  let bytes = 0;
  const messages = events.map((event) => {
    const message = new streams.BatchAppendReq.ProposedMessage();
    const id = new shared.UUID();
    id.setString(event.id);
    message.setId(id);
    message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
    const data = json(event.data);
    const metadata = json(event.metadata);
    message.setData(data);
    message.setCustomMetadata(metadata);
    const typeBytes = Buffer.byteLength(event.type, 'utf8');
    bytes += Math.max(UUID_BYTES + typeBytes, 2 * event.type.length) + data.length + metadata.length;
    for (const { salt, text } of Object.values(event.parts ?? {}))
      bytes += salt.length + Buffer.byteLength(text, 'utf8');
    return message;
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return { stream, options: optionsOf(stream, expected), messages, bytes };
}

function optionsOf(stream: string, expected: ExpectedRevision): streams.BatchAppendReq.Options {
  const options = new streams.BatchAppendReq.Options();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  options.setStreamIdentifier(identifier);
  if (expected === 'no-stream') options.setNoStream(new empty.Empty());
  else options.setStreamPosition(String(expected));
  // No deadline in the request: the server would measure it by its own clock.
  return options;
}

export function requestOf(append: EncodedAppend, correlation: string): streams.BatchAppendReq {
  const id = new shared.UUID();
  id.setString(correlation);
  return new streams.BatchAppendReq()
    .setCorrelationId(id)
    .setOptions(append.options)
    .setProposedMessagesList(append.messages)
    .setIsFinal(true);
}
