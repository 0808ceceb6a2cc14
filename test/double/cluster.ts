import { type EventLog, openEventLog } from './eventLog.ts';
import { type EventStoreDouble, startDouble } from './eventStoreServer.ts';
import { memoryJournal } from './journal.ts';
import type { ServerVersion } from './records.ts';

/** Three nodes over one log, as clients see them: who leads, who is asked by mistake, who is behind. */
export interface ClusterDouble {
  /** Connection string of all three. */
  readonly url: string;
  readonly nodes: readonly EventStoreDouble[];
  /** The index of the node that leads. */
  leader(): number;
  /** Another node leads from now on; the one before is a follower, keeps its connections, and loses what only it had. */
  elect(node: number): void;
  /** Nobody leads for a while: two of three are cut off. What is appended is not acknowledged, and may be there later. */
  loseQuorum(): void;
  regainQuorum(): Promise<void>;
  /** A leader cannot reach its followers any more, and clients can reach it: it is not ready until `rejoin`, and another may be elected. */
  cutOff(node: number): void;
  rejoin(node: number): void;
  /** A follower takes in nothing more, and serves what it has. */
  freezeReplication(node: number): void;
  /** A node is gone, with its connections. */
  stopNode(node: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(version: ServerVersion = '23.10'): Promise<ClusterDouble> {
  const log = openEventLog(memoryJournal, new Set(), version);
  const nodes: EventStoreDouble[] = [];
  const gone = new Set<number>();
  const cut = new Set<number>();
  let leader = 0;
  let hasQuorum = true;
  let held: (() => Promise<unknown>)[] = [];
  const horizons = new Map<number, number>();
  const portOf = (node: number) => nodes[node]?.port ?? 0;
  for (const node of [0, 1, 2])
    nodes.push(
      await startDouble({
        version,
        cluster: {
          log: seenBy(log, () => horizons.get(node) ?? null),
          leader: () => (hasQuorum && !cut.has(node) && !cut.has(leader) ? portOf(leader) : null),
          isLeader: () => leader === node,
          hasQuorum: () => hasQuorum,
          hold: (write) => void held.push(write),
          members: () => [0, 1, 2].filter((one) => !gone.has(one)).map(portOf),
        },
      }),
    );
  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    nodes,
    leader: () => leader,
    elect(node) {
      leader = node;
      held = [];
    },
    loseQuorum() {
      hasQuorum = false;
    },
    async regainQuorum() {
      const written = held;
      held = [];
      for (const write of written) await write();
      hasQuorum = true;
    },
    cutOff: (node) => {
      cut.add(node);
      nodes[node]?.gate.notReadyFor(Number.POSITIVE_INFINITY);
    },
    rejoin: (node) => {
      cut.delete(node);
      nodes[node]?.gate.notReadyFor(0);
    },
    freezeReplication: (node) => void horizons.set(node, log.records.length),
    async stopNode(node) {
      gone.add(node);
      await nodes[node]?.stop();
    },
    async stop() {
      for (const [node, one] of nodes.entries()) if (!gone.has(node)) await one.stop();
    },
  };
}

/** The log as a node has it: up to where its replication came. */
function seenBy(log: EventLog, horizon: () => number | null): EventLog {
  return {
    ...log,
    get records() {
      const end = horizon();
      return end === null ? log.records : log.records.slice(0, end);
    },
  };
}
