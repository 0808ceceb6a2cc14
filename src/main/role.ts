import type { Position } from '../events/event.ts';
import type { Collection } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { AnyProjection } from '../runtime/fold/projection.ts';
import type { BackgroundThrottle } from '../runtime/follow/backgroundThrottle.ts';
import type { Policy } from '../runtime/follow/policy.ts';
import type { Worker } from '../runtime/worker.ts';

/** What a loop that divides by partitions needs of the process that runs it. */
export interface RunningLoop {
  /** The partitions of its role that this process holds. */
  readonly held: () => ReadonlySet<number>;
  /** The position that a work index has passed in every partition, as far as this process knows. */
  readonly indexPosition: (index: AnyProjection) => Promise<Position>;
  readonly throttle: BackgroundThrottle;
}

export type Role = 'projector' | 'sender' | 'dispatcher';

/** What belongs to a role and begins only once the read models that it consults have passed the head of the start. */
interface Consulting {
  readonly role: Role;
  /** Every projection whose documents it reads, its own work index among them. */
  readonly consults: readonly AnyProjection[];
}

/** What a process may run besides answering requests, by the role that runs it. */
export interface Components {
  readonly projections: readonly {
    readonly projection: AnyProjection;
    readonly collection: Collection<object>;
    /** Somebody goes by its lowest checkpoint as it runs. */
    readonly inStep: boolean;
    /** See `Consumer.gatherMs`. */
    readonly gatherMs: number;
    /** What workers are told of its writings: the lanes of a work index, or the workspaces; null: nothing. */
    readonly tells: 'lanes' | 'workspaces' | null;
  }[];
  readonly policies: readonly (Consulting & { readonly policy: Policy })[];
  readonly workers: readonly (Consulting & {
    readonly worker: Worker<WorkDocument>;
    /** The work index that the worker takes from. */
    readonly projection: AnyProjection;
  })[];
  /** Loops of their own, such as an intake of inbound messages; run by the process that holds partition 0. */
  readonly loops: readonly (Consulting & {
    run(signal: AbortSignal, mayRun: () => boolean, running: RunningLoop): Promise<void>;
    /** Resolves once nothing of a partition is under way that this process has just given up. */
    readonly drained?: (partition: number) => Promise<void>;
  })[];
}
