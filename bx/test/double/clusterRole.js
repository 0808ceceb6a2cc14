// test/double/clusterRole.ts
import gossipGrpc from "@eventstore/db-client/generated/gossip_grpc_pb.js";
import gossip from "@eventstore/db-client/generated/gossip_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import { Metadata, status } from "@grpc/grpc-js";
function misdirected(role, metadata) {
  if (role === null || role.isLeader() || metadata.get("requires-leader")[0] !== "true") return null;
  const leader = role.leader();
  const told = new Metadata();
  if (leader === null) {
    const details2 = "No leader info available in response";
    return Object.assign(new Error(details2), { code: status.UNKNOWN, details: details2, metadata: told });
  }
  told.set("exception", "not-leader");
  told.set("leader-endpoint-host", "127.0.0.1");
  told.set("leader-endpoint-port", String(leader));
  const details = "Leader info available";
  return Object.assign(new Error(details), { code: status.NOT_FOUND, details, metadata: told });
}
function gossipOn(role, gate) {
  const read = async (_call, callback) => {
    await gate.thawed();
    const states = gossip.MemberInfo.VNodeState;
    const info = new gossip.ClusterInfo();
    for (const port of role.members()) {
      const state = port === role.leader() ? states.LEADER : states.FOLLOWER;
      const id = new shared.UUID();
      id.setString(`00000000-0000-4000-8000-${port.toString().padStart(12, "0")}`);
      const member = new gossip.MemberInfo().setInstanceId(id).setIsAlive(true);
      member.setTimeStamp(String(Date.now()));
      member.setState(role.leader() === null ? states.UNKNOWN : state);
      member.setHttpEndPoint(new gossip.EndPoint().setAddress("127.0.0.1").setPort(port));
      info.addMembers(member);
    }
    callback(null, info);
  };
  return { service: gossipGrpc.GossipService, handlers: { read } };
}
export {
  gossipOn,
  misdirected
};
//# sourceMappingURL=clusterRole.js.map
