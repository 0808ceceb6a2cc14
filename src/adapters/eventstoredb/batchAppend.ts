import { randomUUID } from 'node:crypto';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { silenceTimer } from '../node/silenceTimer.ts';
import type { BatchCall, Session } from './connection.ts';
import { type EncodedAppend, requestOf } from './encode.ts';
import { NoAnswer } from './fault.ts';

/**
 * The server's batch append: all appends of a session go over one call, and are answered by correlation id.
 *
 * The client's own `appendToStream` uses the same call, but holds the waiting appends of all clients of the process
 * in one table, which is emptied when any client loses its connection. An answer that comes later finds no entry and
 * throws where no one can catch it. As clients are replaced after faults, that would end the process.
 *
 * Resolves with the server's answer. Rejects with NoAnswer, or with the error that ended the call.
 */
export type BatchAppend = (append: EncodedAppend, timeoutMs: number) => Promise<streams.BatchAppendResp>;

interface Waiting {
  resolve(answer: streams.BatchAppendResp): void;
  reject(error: unknown): void;
}

const appends = new WeakMap<Session, BatchAppend>();

/** The one batch append of a session. */
export function batchAppendOf(session: Session): BatchAppend {
  const append = appends.get(session) ?? openBatchAppend(session);
  appends.set(session, append);
  return append;
}

function openBatchAppend(session: Session): BatchAppend {
  let call: Promise<BatchCall> | null = null;
  /** Appends that wait for the present call; a later call has its own table. */
  let waiting = new Map<string, Waiting>();
  const ensure = (): Promise<BatchCall> => {
    if (call !== null) return call;
    const mine = new Map<string, Waiting>();
    waiting = mine;
    const opening = openCall(session, mine);
    call = opening;
    const lost = (error: unknown) => {
      if (call === opening) call = null;
      for (const { reject } of [...mine.values()]) reject(error);
    };
    opening.then((stream) => {
      stream.on('error', lost);
      stream.on('close', () => lost(new Error('the batch append call was closed')));
      stream.on('end', () => lost(new Error('the batch append call was ended')));
    }, lost);
    return opening;
  };

  return (append, timeoutMs) => {
    const correlation = randomUUID();
    const opening = ensure();
    const table = waiting;
    return new Promise((resolve, reject) => {
      const settle = () => {
        timer.clear();
        table.delete(correlation);
      };
      const timer = silenceTimer(timeoutMs, () => {
        settle();
        reject(new NoAnswer(timeoutMs, session.lastAnswerAtMs));
      });
      table.set(correlation, {
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      // A failed opening rejects all waiting appends through the table.
      opening.then(
        (stream) => table.has(correlation) && stream.write(requestOf(append, correlation)),
        () => {},
      );
    });
  };
}

/** A call whose answers go to the appends that wait for them. */
async function openCall(session: Session, waiting: Map<string, Waiting>): Promise<BatchCall> {
  const { internals } = session;
  const stream = await internals.GRPCStreamCreator(streamsGrpc.StreamsClient, 'batchAppend', (client) =>
    client.batchAppend(
      ...internals.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY }),
    ),
  )();
  stream.on('data', (answer: streams.BatchAppendResp) => {
    session.lastAnswerAtMs = performance.now();
    const id = answer.getCorrelationId()?.getString() ?? '';
    waiting.get(id)?.resolve(answer);
  });
  return stream;
}
