import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { openClient } from './connection.ts';
import { reasonOf } from './fault.ts';

/** What the nodes say of their cluster. */
export interface ClusterView {
  readonly nodes: number;
  readonly answering: number;
  /** `host:port` of the node that most answers name as the leader; null where none does. */
  readonly leader: string | null;
  /** Why the first of those that gave no answer did not; null where all answered. */
  readonly reason: string | null;
}

const ANSWER_MS = 1_000;
const HOSTS = /^esdb(?:\+discover)?(:\/\/(?:[^@/?]*@)?)([^/?]*)/;
/** Generations whose connections the sessions do not share: those of a node that was away wait long before they reconnect. */
const FIRST_GENERATION = 900;
const GENERATIONS = 100;

/** Asks each node of the address once, and waits a second at most; where the address has one, counts the nodes that it knows. */
export function clusterAsker(url: string): () => Promise<ClusterView> {
  let asked = 0;
  return () => clusterView(url, FIRST_GENERATION + (asked++ % GENERATIONS));
}

async function clusterView(url: string, generation: number): Promise<ClusterView> {
  const hosts = HOSTS.exec(url)?.[2]?.split(',') ?? [];
  let reason: string | null = null;
  const answers = await Promise.all(
    hosts.map((host) =>
      membersBy(url, host, generation).catch((error: unknown) => {
        reason ??= `${host}: ${reasonOf(error)}`;
        return null;
      }),
    ),
  );
  const views = answers.filter((members) => members !== null);
  const votes = new Map<string, number>();
  for (const members of views) {
    const leader = members.find((one) => one.getIsAlive() && one.getState() === LEADER)?.getHttpEndPoint();
    if (leader === undefined) continue;
    const name = `${leader.getAddress()}:${leader.getPort()}`;
    votes.set(name, (votes.get(name) ?? 0) + 1);
  }
  const [leader = null] = [...votes.keys()].sort(
    (one, other) => (votes.get(other) ?? 0) - (votes.get(one) ?? 0),
  );
  const members = views[0];
  if (hosts.length > 1 || members === undefined)
    return { nodes: hosts.length, answering: views.length, leader, reason };
  const answering = members.filter((one) => one.getIsAlive()).length;
  return { nodes: members.length, answering, leader, reason };
}

const { LEADER } = gossip.MemberInfo.VNodeState;

async function membersBy(url: string, host: string, generation: number): Promise<gossip.MemberInfo[]> {
  const address = url.replace(HOSTS, (_, credentials: string) => `esdb${credentials}${host}`);
  const { client, internals } = openClient(address, generation);
  try {
    return await internals.execute(gossipGrpc.GossipClient, 'gossip', (asking) => {
      const deadline = { deadline: Date.now() + ANSWER_MS };
      const [metadata, options] = internals.callArguments({ requiresLeader: false }, deadline);
      return new Promise((resolve, reject) => {
        asking.read(new shared.Empty(), metadata, { ...options, ...deadline }, (error, info) =>
          error === null ? resolve(info.getMembersList()) : reject(error),
        );
      });
    });
  } finally {
    await client.dispose();
    (await internals.getChannel()).close();
  }
}
