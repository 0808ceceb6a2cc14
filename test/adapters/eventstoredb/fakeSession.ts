import type { Readable } from 'node:stream';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Session } from '../../../src/adapters/eventstoredb/connection.ts';
import { readMessage } from '../../double/messages.ts';

/** What a read or a subscription of the whole log asks for; `from`: absent from the beginning. */
export interface Asked {
  readonly isSubscription: boolean;
  readonly requiresLeader: boolean;
  readonly from: number | undefined;
  readonly maxCount: number;
}

/** A session whose server answers each read by a stream of the test. */
export function sessionWith(answer: (asked: Asked) => Readable): Session {
  const read = (request: streams.ReadReq, requiresLeader: unknown) => {
    const options = request.getOptions();
    const from = options?.getAll()?.getPosition()?.getCommitPosition();
    const asked = {
      isSubscription: options?.hasSubscription() === true,
      requiresLeader: requiresLeader === true,
      from: from === undefined ? undefined : Number(from),
      maxCount: Number(options?.getCount()),
    };
    return Object.assign(answer(asked), { cancel: () => {} });
  };
  const internals = {
    GRPCStreamCreator: (_service: unknown, _name: string, creator: (client: object) => unknown) => async () =>
      creator({ read }),
    callArguments: ({ requiresLeader }: { requiresLeader: boolean }) => [requiresLeader],
  };
  return { generation: 0, internals, replaced: new Set(), lastAnswerAtMs: 0 } as unknown as Session;
}

/** The n-th event of a log of notes, as the server sends it. */
export function noted(n: number, data: object = {}): streams.ReadResp {
  const record = {
    ...{ id: String(n), type: 'Noted', contentType: 'application/json', stream: 's', revision: n },
    ...{ position: n, createdMs: 0, data: Buffer.from(JSON.stringify(data)), metadata: Buffer.from('{}') },
  };
  return readMessage(record);
}
