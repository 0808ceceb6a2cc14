import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EventMetadata, Position, RecordedEvent } from '../../events/event.ts';
import { positionAt } from '../position.ts';

/** A record of the log, whose data and metadata are bytes until its event is asked for. */
export interface LogRecord {
  readonly type: string;
  readonly position: Position;
  /** Of its data and metadata. */
  readonly bytes: number;
  /** The ledger's form of it, made when it is first asked for; null for others (system events, binary data, no metadata). */
  event(): RecordedEvent | null;
}

type Recorded = streams.ReadResp.ReadEvent.RecordedEvent;

/** Events of the server itself, links and the like. */
export function isSystemEvent(type: string): boolean {
  return type.startsWith('$');
}

/** The record that the server sent; null when it sent something else. */
export function recordIn(answer: streams.ReadResp): LogRecord | null {
  const recorded = answer.getEvent()?.getEvent();
  if (recorded === undefined) return null;
  const position = positionAt(BigInt(recorded.getCommitPosition()));
  let event: RecordedEvent | null | undefined;
  return {
    type: recorded.getMetadataMap().get('type') ?? '',
    position,
    bytes: recorded.getData_asU8().length + recorded.getCustomMetadata_asU8().length,
    event: () => {
      if (event === undefined) event = eventOf(recorded, position);
      return event;
    },
  };
}

function eventOf(recorded: Recorded, position: Position): RecordedEvent | null {
  const about = recorded.getMetadataMap();
  const type = about.get('type') ?? '';
  if (about.get('content-type') !== 'application/json' || isSystemEvent(type)) return null;
  const metadata = parsed(recorded.getCustomMetadata_asU8());
  if (typeof metadata !== 'object' || metadata === null) return null;
  return {
    id: recorded.getId()?.getString() ?? '',
    type,
    data: parsed(recorded.getData_asU8()),
    metadata: metadata as EventMetadata,
    stream: textOf(recorded.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()),
    revision: Number(recorded.getStreamRevision()),
    position,
  };
}

/** What is no JSON, as a text: only others write that, and what it means is theirs. */
function parsed(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');
