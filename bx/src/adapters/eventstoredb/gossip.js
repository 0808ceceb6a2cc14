// src/adapters/eventstoredb/gossip.ts
import gossipGrpc from "@eventstore/db-client/generated/gossip_grpc_pb.js";
import gossip from "@eventstore/db-client/generated/gossip_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import { openClient } from "./connection.js";
import { reasonOf } from "./fault.js";
var ANSWER_MS = 1e3;
var HOSTS = /^esdb(?:\+discover)?(:\/\/(?:[^@/?]*@)?)([^/?]*)/;
var FIRST_GENERATION = 900;
var GENERATIONS = 100;
function clusterAsker(url) {
  let asked = 0;
  return () => clusterView(url, FIRST_GENERATION + asked++ % GENERATIONS);
}
async function clusterView(url, generation) {
  const hosts = HOSTS.exec(url)?.[2]?.split(",") ?? [];
  let reason = null;
  const answers = await Promise.all(
    hosts.map(
      (host) => membersBy(url, host, generation).catch((error) => {
        reason ??= `${host}: ${reasonOf(error)}`;
        return null;
      })
    )
  );
  const views = answers.filter((members2) => members2 !== null);
  const votes = /* @__PURE__ */ new Map();
  for (const members2 of views) {
    const leader2 = members2.find((one) => one.getIsAlive() && one.getState() === LEADER)?.getHttpEndPoint();
    if (leader2 === void 0) continue;
    const name = `${leader2.getAddress()}:${leader2.getPort()}`;
    votes.set(name, (votes.get(name) ?? 0) + 1);
  }
  const [leader = null] = [...votes.keys()].sort(
    (one, other) => (votes.get(other) ?? 0) - (votes.get(one) ?? 0)
  );
  const members = views[0];
  if (hosts.length > 1 || members === void 0)
    return { nodes: hosts.length, answering: views.length, leader, reason };
  const answering = members.filter((one) => one.getIsAlive()).length;
  return { nodes: members.length, answering, leader, reason };
}
var { LEADER } = gossip.MemberInfo.VNodeState;
async function membersBy(url, host, generation) {
  const address = url.replace(HOSTS, (_, credentials) => `esdb${credentials}${host}`);
  const { client, internals } = openClient(address, generation);
  try {
    return await internals.execute(gossipGrpc.GossipClient, "gossip", (asking) => {
      const deadline = { deadline: Date.now() + ANSWER_MS };
      const [metadata, options] = internals.callArguments({ requiresLeader: false }, deadline);
      return new Promise((resolve, reject) => {
        asking.read(
          new shared.Empty(),
          metadata,
          { ...options, ...deadline },
          (error, info) => error === null ? resolve(info.getMembersList()) : reject(error)
        );
      });
    });
  } finally {
    await client.dispose();
    (await internals.getChannel()).close();
  }
}
export {
  clusterAsker
};
//# sourceMappingURL=gossip.js.map
