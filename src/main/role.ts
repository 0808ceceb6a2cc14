import type { AcceptDependencies } from '../commands/email/acceptEmail.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { Position, RecordedEvent } from '../events/event.ts';
import type { BackgroundThrottle } from '../follow/backgroundThrottle.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import type { AnyProjection } from '../follow/fold/projection.ts';
import type { HeldPartitions } from '../follow/partitions.ts';
import type { AheadBounds } from '../follow/policy/ownerQueues.ts';
import type { Policy } from '../follow/policy/policyConsumer.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { MailRoute } from '../sender/route/mailRoute.ts';
import type { ReadyLoopBounds } from '../work/readyLoop.ts';
import type { Waits } from '../work/waits.ts';
import type { Worker } from '../work/worker.ts';
import type { WorkHints } from '../work/workHints.ts';

export type Role = 'projector' | 'sender' | 'dispatcher';

/** Bounds of what a process has in memory for webhooks; absent: the usual ones. */
export interface ServiceBounds {
  readonly dispatch?: ReadyLoopBounds;
  /** Events that are read ahead of their fan-out. */
  readonly ahead?: AheadBounds;
}

/** What the components of the service are made of. */
export interface ComponentDependencies {
  readonly settings: Settings;
  readonly ports: Ports;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly live: Pick<LiveModels, 'suppressionOf' | 'workspaces'>;
  readonly checkpoints: Checkpoints;
  readonly route: MailRoute;
  /** Called when the intake of bounces begins to listen, and when it ends. */
  readonly onIntake: (listens: boolean) => void;
  /** The accept path, for campaign runs. */
  readonly accepting: AcceptDependencies;
  /** Since when no other process can be sending; null where others may. */
  readonly soleSenderSinceMs: () => number | null;
  readonly bounds: ServiceBounds;
}

/** What a loop that is divided by partitions gets from the process that runs it. */
export interface RunningLoop extends Pick<HeldPartitions, 'onChanged'> {
  /** The partitions of its role that this process holds. */
  readonly held: () => ReadonlySet<number>;
  /** The position that a read model has passed in every partition, by the checkpoints of partitions that others fold. */
  readonly positionOf: (model: AnyProjection) => Promise<Position>;
  /** How far this process has folded a work index, by partition. */
  readonly reached: (index: AnyProjection) => ReadonlyMap<number, Position>;
  /** Notifications of what this process writes to a work index. */
  readonly hintsOf: (index: AnyProjection) => WorkHints;
  readonly throttle: BackgroundThrottle;
  /** Takes what the loop says of what waits. */
  readonly waits: Waits;
}

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
    /** See `GroupModel.mayWait`. */
    readonly mayWait: boolean;
  }[];
  /** What is given the events of the log as they are read, before they are handled. */
  readonly watches: readonly {
    readonly role: Role;
    readonly types: readonly string[];
    take(events: readonly RecordedEvent[]): void;
  }[];
  readonly policies: readonly (Consulting & { readonly policy: Policy })[];
  readonly workers: readonly (Consulting & {
    readonly worker: Worker<WorkDocument>;
    /** The work index that the worker takes from. */
    readonly projection: AnyProjection;
    /**
     * Is given the events of the index as they are read; then the items that they begin are handed over to the worker, before
     * the index has them. Absent: the worker has all items from the index.
     */
    readonly onRead?: (events: readonly RecordedEvent[]) => void;
  })[];
  /** Loops of their own, such as an intake of inbound messages; run by the process that holds partition 0. */
  readonly loops: readonly (Consulting & {
    run(signal: AbortSignal, mayRun: () => boolean, running: RunningLoop): Promise<void>;
    /** Resolves once nothing is under way of a partition that this process has just given up. */
    readonly drained?: (partition: number) => Promise<void>;
  })[];
}
