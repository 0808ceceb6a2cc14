import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type ClusterRole, misdirected } from './clusterRole.ts';

interface Call {
  readonly cancelled: boolean;
  readonly metadata: Metadata;
  emit(event: 'error', error: Error): boolean;
  on(event: 'close', listener: () => void): unknown;
}

/** What stands between a call and the log: readiness, frozen time, lost answers, dropped connections. */
export interface Gate {
  /** Registers a call, so that it can be dropped; the error to end it with when the server is not ready. */
  enter(call: Call): ServiceError | null;
  ready(): boolean;
  /** Resolves at once, or when the freeze is over. */
  thawed(): Promise<void>;
  /** Whether an append's answer gets lost although it was written. */
  swallowsAnswer(): boolean;
  notReadyFor(ms: number): void;
  freeze(): void;
  thaw(): void;
  /** Appends that come from now on wait; the function returned makes them be `written` or `lost`. */
  holdAppends(): (outcome: 'written' | 'lost') => void;
  /** Whether an append is written; resolves when it is no longer held. */
  takesAppend(stream: string): Promise<boolean>;
  /** Of the appends that have come and are held. */
  readonly heldStreams: ReadonlySet<string>;
  swallowAnswers(count: number): void;
  dropCalls(): void;
  /** Events that subscriptions were given. */
  delivered: number;
  /** Events that reads of the whole log were given. */
  read: number;
  /** How often readers were so far behind that a subscription was ended (23.10) or read the log again (24.10). */
  fallenBehind: number;
  /** How long what was written is in conflicts but in no read, nor acknowledged; Infinity: for ever. */
  showsAfterMs: number;
  replicated(): Promise<void>;
  /** What the user may not do: `$all` belongs to `$admins`, and appending may be denied. */
  readonly denied: Set<'$all' | 'append'>;
  /** So many live events end a subscription of 23.10 as 'too slow', however fast its reader is: measured once a second at 150/s. */
  liveEventsUntilTooSlow: number;
  /** What 24.10 takes of one event; Infinity where its setting for that is not used. */
  maxEventBytes: number;
  /** Repetitions are answered without a position, as when their events have expired. */
  forgetsPositions: boolean;
  /** The error of a call that must go to another node, if it must. */
  misdirected(metadata: Metadata): ServiceError | null;
  /** Whether what is appended reaches a majority. */
  hasQuorum(): boolean;
  /** Keeps what was written without one. */
  hold(write: () => Promise<unknown>): void;
}

export function unavailable(details: string): ServiceError {
  return Object.assign(new Error(details), { code: status.UNAVAILABLE, details, metadata: new Metadata() });
}

export function accessDenied(): ServiceError {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  const details = 'Access Denied';
  return Object.assign(new Error(details), { code: status.PERMISSION_DENIED, details, metadata });
}

export function openGate(role: ClusterRole | null = null): Gate {
  const calls = new Set<Call>();
  let readyAtMs = 0;
  let swallow = 0;
  let frozen: Promise<void> | null = null;
  let release: () => void = () => {};
  let held: Promise<'written' | 'lost'> = Promise.resolve('written');
  const heldStreams = new Set<string>();
  const ready = () => Date.now() >= readyAtMs;
  return {
    delivered: 0,
    read: 0,
    fallenBehind: 0,
    showsAfterMs: 0,
    async replicated() {
      const { showsAfterMs } = this;
      if (showsAfterMs === Number.POSITIVE_INFINITY) await new Promise(() => {});
      if (showsAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, showsAfterMs));
    },
    denied: new Set(),
    liveEventsUntilTooSlow: Number.POSITIVE_INFINITY,
    maxEventBytes: Number.POSITIVE_INFINITY,
    forgetsPositions: false,
    misdirected: (metadata) => misdirected(role, metadata),
    hasQuorum: () => role === null || role.hasQuorum(),
    hold: (write) => role?.hold(write),
    ready,
    enter(call) {
      calls.add(call);
      call.on('close', () => calls.delete(call));
      return ready() ? misdirected(role, call.metadata) : unavailable('Server Is Not Ready');
    },
    thawed: () => frozen ?? Promise.resolve(),
    swallowsAnswer: () => swallow > 0 && swallow-- > 0,
    notReadyFor(ms) {
      readyAtMs = Date.now() + ms;
    },
    freeze() {
      frozen ??= new Promise((resolve) => {
        release = resolve;
      });
    },
    thaw() {
      release();
      frozen = null;
    },
    holdAppends() {
      let end: (outcome: 'written' | 'lost') => void = () => {};
      held = new Promise((resolve) => {
        end = resolve;
      });
      return (outcome) => {
        end(outcome);
        held = Promise.resolve('written');
      };
    },
    async takesAppend(stream) {
      heldStreams.add(stream);
      const outcome = await held;
      heldStreams.delete(stream);
      return outcome === 'written';
    },
    heldStreams,
    swallowAnswers(count) {
      swallow = count;
    },
    dropCalls() {
      for (const call of [...calls]) call.emit('error', unavailable('the connection was dropped'));
      calls.clear();
    },
  };
}
