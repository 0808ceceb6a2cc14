import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { batchAppendOn, deleteOn, tombstoneOn } from './appendService.ts';
import { type ClusterRole, gossipOn } from './clusterRole.ts';
import { type EventLog, openEventLog } from './eventLog.ts';
import { type Gate, openGate, unavailable } from './gate.ts';
import { memoryJournal, openJournal } from './journal.ts';
import { readOn } from './readService.ts';
import type { Breakable, ServerVersion } from './records.ts';
import { singleAppendOn } from './singleAppend.ts';

export interface DoubleOptions {
  /** 0: any free port. */
  readonly port?: number;
  /** Journal file; in memory when absent. */
  readonly data?: string;
  /** Calls answered 'Server Is Not Ready' after the start, as a real server does for about a second. */
  readonly notReadyMs?: number;
  readonly broken?: readonly Breakable[];
  /** Whose rules it keeps; those of 23.10 where nothing is said. */
  readonly version?: ServerVersion;
  /** Where it is a node of several: its part, and the log that they have in common. */
  readonly cluster?: ClusterRole & { readonly log: EventLog };
}

/** A stand-in for EventStoreDB over gRPC, on the client's own service definitions. */
export interface EventStoreDouble {
  readonly port: number;
  readonly url: string;
  /** Drops, freezes, loses answers. */
  readonly gate: Gate;
  /** Takes a record out of the log, as the server's scavenge does. */
  scavenge(position: bigint): void;
  /** Ends every connection at once and stops. */
  stop(): Promise<void>;
}

const methodsOf =
  (version: ServerVersion): handleUnaryCall<shared.Empty, features.SupportedMethods> =>
  (_call, callback) => {
    const supported = new features.SupportedMethods().setEventStoreServerVersion(`${version}.0-double`);
    for (const name of ['read', 'append', 'batchappend', 'delete', 'tombstone']) {
      const method = new features.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      supported.addMethods(method);
    }
    callback(null, supported);
  };

export async function startDouble(options: DoubleOptions = {}): Promise<EventStoreDouble> {
  const broken = new Set(options.broken ?? []);
  const journal = options.data === undefined ? memoryJournal : openJournal(options.data);
  const version = options.version ?? '23.10';
  const role = options.cluster ?? null;
  const gate = openGate(role);
  const log = role?.log ?? openEventLog(journal, broken, version, () => gate.replicated());
  const methods = methodsOf(version);
  let bound = 0;
  const soleNode = { leader: () => (gate.ready() ? bound : null), members: () => [bound] };
  gate.notReadyFor(options.notReadyMs ?? 0);
  const server = new Server({
    'grpc.max_receive_message_length': 17 * 1024 * 1024,
    // As Kestrel has it: a call more waits until another has ended.
    'grpc.max_concurrent_streams': 100,
  });
  server.addService(featuresGrpc.ServerFeaturesService, {
    getSupportedMethods: (call: Parameters<typeof methods>[0], callback: Parameters<typeof methods>[1]) =>
      gate
        .thawed()
        .then(() => (gate.ready() ? methods(call, callback) : callback(unavailable('Server Is Not Ready')))),
  });
  const { service, handlers } = gossipOn(role ?? soleNode, gate);
  server.addService(service, handlers);
  server.addService(streamsGrpc.StreamsService, {
    read: readOn(log, gate, { broken, version }),
    append: singleAppendOn(log, gate),
    batchAppend: batchAppendOn(log, gate),
    delete: deleteOn(log),
    tombstone: tombstoneOn(log),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, ServerCredentials.createInsecure(), (error, taken) =>
      error ? reject(error) : resolve(taken),
    ),
  );
  bound = port;
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    gate,
    scavenge: (position) => log.scavenge(Number(position)),
    async stop() {
      gate.thaw();
      server.forceShutdown();
      await journal.close();
    },
  };
}
