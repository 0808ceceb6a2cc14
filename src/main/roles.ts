import { setMaxListeners } from 'node:events';
import { openCheckpoints } from '../follow/checkpoints.ts';
import { type HeldPartitions, holdPartitions } from '../follow/partitions.ts';
import type { Ports } from '../ports/ports.ts';
import type { Components, Role } from './role.ts';
import { type RunDependencies, runComponents } from './runComponents.ts';

export interface RunningRoles {
  /** Since when no other process can be at work in a role, null where others may be. */
  soleSinceMs(role: Role): number | null;
  /** Stops taking new work and resolves once what is in flight has ended and every lease is given back. */
  stop(): Promise<void>;
}

export interface RoleOptions
  extends Pick<
    RunDependencies,
    'roles' | 'partitions' | 'tail' | 'catchUp' | 'onWorkspaceChanged' | 'throttle'
  > {
  /** Whether only one process at a time does the work of a role, as over an embedded ledger. */
  readonly sole: boolean;
}

/** A sole holder has its leases as long as it lives, so that no other takes over during a pause of the process. */
const WHILE_ALIVE_MS = Number.MAX_SAFE_INTEGER;

/** Runs the given roles over the partitions they can get, until stopped. */
export async function startRoles(
  ports: Ports,
  components: Components,
  { roles, partitions, sole, ...shared }: RoleOptions,
): Promise<RunningRoles> {
  const stop = new AbortController();
  const { signal } = stop;
  // Every consumer, worker and sleep listens to this one signal: many listeners are not a leak here.
  setMaxListeners(0, signal);
  const member = ports.ids.uuid();
  const held = new Map<Role, HeldPartitions>();
  const release = () => Promise.allSettled([...held.values()].map((partitions) => partitions.release()));
  const leaseMs = sole ? WHILE_ALIVE_MS : undefined;
  try {
    const checkpoints = await openCheckpoints(ports.documents, partitions);
    for (const role of roles) {
      const loops = components.loops.filter((loop) => loop.role === role);
      const drained = (partition: number) => Promise.all(loops.map((loop) => loop.drained?.(partition)));
      const options = { role, partitions, member, drained, ...(leaseMs && { leaseMs }) };
      held.set(role, holdPartitions(options, ports, signal));
    }
    const heldBy = (role: Role): HeldPartitions => {
      const own = held.get(role);
      if (own === undefined) throw new Error(`the role ${role} does not run here`);
      return own;
    };
    const running = runComponents({
      ports,
      components,
      roles,
      partitions,
      heldBy,
      checkpoints,
      signal,
      ...shared,
    });
    return {
      soleSinceMs: (role) => (sole ? (held.get(role)?.sinceMs(0) ?? null) : null),
      async stop() {
        stop.abort();
        await Promise.allSettled(running);
        await release();
      },
    };
  } catch (error) {
    stop.abort();
    await release();
    throw error;
  }
}
