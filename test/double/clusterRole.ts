import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type handleUnaryCall, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Gate } from './gate.ts';

/** What a node knows of its cluster. */
export interface ClusterRole {
  /** The port of the leader; null while there is none. */
  leader(): number | null;
  isLeader(): boolean;
  /** Whether a majority takes what is appended. */
  hasQuorum(): boolean;
  /** What was written here without a majority: it stays when that comes back, and is cut off when another node leads. */
  hold(write: () => Promise<unknown>): void;
  /** Ports of all nodes that live, in order. */
  members(): readonly number[];
}

/** What a node that is no leader answers to a call that requires one; null where it may be served. */
export function misdirected(role: ClusterRole | null, metadata: Metadata): ServiceError | null {
  if (role === null || role.isLeader() || metadata.get('requires-leader')[0] !== 'true') return null;
  const leader = role.leader();
  const told = new Metadata();
  if (leader === null) {
    const details = 'No leader info available in response';
    return Object.assign(new Error(details), { code: status.UNKNOWN, details, metadata: told });
  }
  told.set('exception', 'not-leader');
  told.set('leader-endpoint-host', '127.0.0.1');
  told.set('leader-endpoint-port', String(leader));
  const details = 'Leader info available';
  return Object.assign(new Error(details), { code: status.NOT_FOUND, details, metadata: told });
}

/** By it the client finds the node that it prefers. */
export function gossipOn(role: Pick<ClusterRole, 'leader' | 'members'>, gate: Pick<Gate, 'thawed'>) {
  const read: handleUnaryCall<shared.Empty, gossip.ClusterInfo> = async (_call, callback) => {
    await gate.thawed();
    const states = gossip.MemberInfo.VNodeState;
    const info = new gossip.ClusterInfo();
    for (const port of role.members()) {
      // Without a leader no node is in a state that the client takes for one to connect to: its discovery fails.
      const state = port === role.leader() ? states.LEADER : states.FOLLOWER;
      const id = new shared.UUID();
      id.setString(`00000000-0000-4000-8000-${port.toString().padStart(12, '0')}`);
      const member = new gossip.MemberInfo().setInstanceId(id).setIsAlive(true);
      member.setTimeStamp(String(Date.now()));
      member.setState(role.leader() === null ? states.UNKNOWN : state);
      member.setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
      info.addMembers(member);
    }
    callback(null, info);
  };
  return { service: gossipGrpc.GossipService, handlers: { read } };
}
