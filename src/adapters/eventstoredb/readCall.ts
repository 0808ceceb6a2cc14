import { convertToCommandError } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { silenceTimer } from '../node/silenceTimer.ts';
import type { Session } from './connection.ts';
import { ConnectionReplaced, NoAnswer } from './fault.ts';
import { type LogRecord, recordIn } from './records.ts';

export interface ReadCall {
  /** Ends the call on the server; nothing is reported after it. */
  cancel(): void;
  /** Stops the flow of answers, and lets it go on: so backpressure reaches the server. */
  pause(): void;
  resume(): void;
}

export interface ReadListener {
  answered(answer: streams.ReadResp): void;
  /** The server has sent everything. */
  ended(): void;
  /** The call is lost; nothing comes after it. */
  failed(error: unknown): void;
}

/** Opens a read or a subscription. The client's own streams cost more than the answers that they carry, and convert each whole. */
export function openRead(
  session: Session,
  request: streams.ReadReq,
  requiresLeader: boolean,
  listener: ReadListener,
): ReadCall {
  const { internals } = session;
  let isOver = false;
  const over = (report: () => void) => {
    if (isOver) return;
    isOver = true;
    session.replaced.delete(replaced);
    report();
  };
  const opening = internals.GRPCStreamCreator(streamsGrpc.StreamsClient, 'read', (client) =>
    client.read(
      request,
      ...internals.callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY }),
    ),
  )();
  const failed = (error: unknown) => over(() => listener.failed(error));
  opening.then((call) => {
    call.on('error', (error: Error) => failed(convertToCommandError(error)));
    call.on('data', (answer: streams.ReadResp) => {
      if (isOver) return;
      session.lastAnswerAtMs = performance.now();
      listener.answered(answer);
    });
    call.on('end', () => over(() => listener.ended()));
    call.on('close', () => failed(new Error('the call was closed')));
  }, failed);
  // Not at once: what handles the call at this moment would handle a cancelled one (grpc-node, issues 1464 and 1652). It waits
  // for the call to be opened, which may take for ever.
  const cancel = () => over(() => opening.then((call) => setImmediate(() => call.cancel())).catch(() => {}));
  const replaced = () => {
    cancel();
    listener.failed(new ConnectionReplaced());
  };
  session.replaced.add(replaced);
  const flowing = (change: 'pause' | 'resume') => () =>
    void opening.then((call) => call[change]()).catch(() => {});
  return { cancel, pause: flowing('pause'), resume: flowing('resume') };
}

/**
 * Gives `take` the records of a read by the leader (a follower may not yet have an event that was just acknowledged), until it returns
 * false; none where there is no such stream. With our own deadline (the client sets none on reads): `silenceMs` without a record.
 * @throws NoAnswer, ConnectionReplaced, and the client's errors
 */
export function readRecords(
  session: Session,
  request: streams.ReadReq,
  silenceMs: number,
  take: (record: LogRecord) => boolean,
  requiresLeader = true,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      timer.clear();
      session.lastAnswerAtMs = performance.now();
      resolve();
    };
    const fail = (error: unknown) => {
      timer.clear();
      reject(error);
    };
    const timer = silenceTimer(silenceMs, () => {
      call.cancel();
      fail(new NoAnswer(silenceMs, session.lastAnswerAtMs));
    });
    const call = openRead(session, request, requiresLeader, {
      answered(answer) {
        timer.refresh();
        const record = recordIn(answer);
        if (record === null || take(record)) return;
        call.cancel();
        finish();
      },
      ended: finish,
      failed: fail,
    });
  });
}

/**
 * The first record at or after a position; null where there is none. 23.10 skips the first record that it finds for a subscription, which
 * is the next one where the position's own was scavenged: so what subscribes at a position asks for this first.
 */
export async function recordFrom(
  session: Session,
  request: streams.ReadReq,
  silenceMs: number,
  requiresLeader: boolean,
): Promise<LogRecord | null> {
  let found: LogRecord | null = null;
  const take = (record: LogRecord) => {
    found = record;
    return false;
  };
  await readRecords(session, request, silenceMs, take, requiresLeader);
  return found;
}
