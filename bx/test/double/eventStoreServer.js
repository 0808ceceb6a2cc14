// test/double/eventStoreServer.ts
import featuresGrpc from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import features from "@eventstore/db-client/generated/serverfeatures_pb.js";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { batchAppendOn, deleteOn, tombstoneOn } from "./appendService.js";
import { gossipOn } from "./clusterRole.js";
import { openEventLog } from "./eventLog.js";
import { openGate, unavailable } from "./gate.js";
import { memoryJournal, openJournal } from "./journal.js";
import { readOn } from "./readService.js";
import { singleAppendOn } from "./singleAppend.js";
var methodsOf = (version) => (_call, callback) => {
  const supported = new features.SupportedMethods().setEventStoreServerVersion(`${version}.0-double`);
  for (const name of ["read", "append", "batchappend", "delete", "tombstone"]) {
    const method = new features.SupportedMethod();
    method.setServiceName("event_store.client.streams.streams");
    method.setMethodName(name);
    supported.addMethods(method);
  }
  callback(null, supported);
};
async function startDouble(options = {}) {
  const broken = new Set(options.broken ?? []);
  const journal = options.data === void 0 ? memoryJournal : openJournal(options.data);
  const version = options.version ?? "23.10";
  const role = options.cluster ?? null;
  const gate = openGate(role);
  const log = role?.log ?? openEventLog(journal, broken, version, () => gate.replicated());
  const methods = methodsOf(version);
  let bound = 0;
  const soleNode = { leader: () => gate.ready() ? bound : null, members: () => [bound] };
  gate.notReadyFor(options.notReadyMs ?? 0);
  const server = new Server({
    "grpc.max_receive_message_length": 17 * 1024 * 1024,
    // As Kestrel has it: a call more waits until another has ended.
    "grpc.max_concurrent_streams": 100
  });
  server.addService(featuresGrpc.ServerFeaturesService, {
    getSupportedMethods: (call, callback) => gate.thawed().then(() => gate.ready() ? methods(call, callback) : callback(unavailable("Server Is Not Ready")))
  });
  const { service, handlers } = gossipOn(role ?? soleNode, gate);
  server.addService(service, handlers);
  server.addService(streamsGrpc.StreamsService, {
    read: readOn(log, gate, { broken, version }),
    append: singleAppendOn(log, gate),
    batchAppend: batchAppendOn(log, gate),
    delete: deleteOn(log),
    tombstone: tombstoneOn(log)
  });
  const port = await new Promise(
    (resolve, reject) => server.bindAsync(
      `127.0.0.1:${options.port ?? 0}`,
      ServerCredentials.createInsecure(),
      (error, taken) => error ? reject(error) : resolve(taken)
    )
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
    }
  };
}
export {
  startDouble
};
//# sourceMappingURL=eventStoreServer.js.map
