import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { BEGINNING, type Position } from '../../events/event.ts';

const { ReadReq } = streams;
const { Options } = ReadReq;

const BACKWARDS = 1;
/** The server sends a checkpoint after 32 times this many events that it scanned. */
const CHECKPOINT_INTERVAL = 16;

const nothing = () => new shared.Empty();

function readOf(change: (options: streams.ReadReq.Options) => void): streams.ReadReq {
  const options = new Options();
  options.setNoFilter(nothing()).setUuidOption(new Options.UUIDOption().setString(nothing()));
  change(options);
  return new ReadReq().setOptions(options);
}

/** The events of a stream from a revision on. */
export function streamRequest(stream: string, fromRevision: number, limit: number): streams.ReadReq {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));
  const of = new Options.StreamOptions().setStreamIdentifier(identifier).setRevision(String(fromRevision));
  return readOf((options) => options.setStream(of).setCount(String(limit)));
}

/** The log from the record at a position on. */
export function allRequest(after: Position, limit: number): streams.ReadReq {
  return readOf((options) => options.setAll(placeOf(after)).setCount(String(limit)));
}

/** The log backwards from the record before a position; null: from its end. */
export function backRequest(before: Position | null, limit: number): streams.ReadReq {
  const from = before === null ? new Options.AllOptions().setEnd(nothing()) : placeOf(before);
  return readOf((options) => options.setAll(from).setReadDirection(BACKWARDS).setCount(String(limit)));
}

const escaped = (type: string) => type.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** All that comes after a position: of the types, or of all that are not the server's own. */
export function subscriptionRequest(after: Position, types: readonly string[] | undefined): streams.ReadReq {
  const regex = types === undefined ? '^[^$].*' : `^(?:${types.map(escaped).join('|')})$`;
  const filter = new Options.FilterOptions()
    .setEventType(new Options.FilterOptions.Expression().setRegex(regex))
    .setCount(nothing())
    .setCheckpointintervalmultiplier(CHECKPOINT_INTERVAL);
  const subscription = new Options.SubscriptionOptions();
  return readOf((options) => options.setAll(placeOf(after)).setSubscription(subscription).setFilter(filter));
}

/** Commit and prepare position of a record are the same. */
function placeOf(after: Position): streams.ReadReq.Options.AllOptions {
  const all = new Options.AllOptions();
  if (after === BEGINNING) return all.setStart(nothing());
  const place = String(BigInt(after));
  return all.setPosition(new Options.Position().setCommitPosition(place).setPreparePosition(place));
}
