import type shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, handleUnaryCall } from '@grpc/grpc-js';
import type { EventLog } from './eventLog.ts';
import type { Gate } from './gate.ts';
import { batchAnswer, nameOf, proposed } from './messages.ts';
import { countedBytes, type Expected, type ProposedEvent } from './records.ts';

/** When the server gives a commit up. */
const COMMIT_TIMEOUT_MS = 2_000;

interface Pending {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: ProposedEvent[];
}

const expectedOf = (options: streams.BatchAppendReq.Options): Expected => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : 'any';
};

/** Many appends over one call, told apart by correlation ids; one append may come in several messages. */
export function batchAppendOn(
  log: EventLog,
  gate: Gate,
): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> {
  return (call) => {
    const pending = new Map<string, Pending>();
    const outcomeOf = async (stream: string, expected: Expected, events: readonly ProposedEvent[]) => {
      if (!gate.ready()) return { kind: 'not-ready' as const };
      if (gate.denied.has('append')) return { kind: 'denied' as const };
      const large = events.find((event) => countedBytes(event, '24.10') > gate.maxEventBytes);
      if (large !== undefined) {
        const bytes = countedBytes(large, '24.10');
        return { kind: 'event-too-large' as const, id: large.id, bytes, maxBytes: gate.maxEventBytes };
      }
      if (!gate.hasQuorum()) {
        // It is written here and goes nowhere, nor does a repetition: the server gives up after its own time. It may be there
        // for all that, as soon as there is a majority.
        gate.hold(() => log.append(stream, expected, events));
        await new Promise((resolve) => setTimeout(resolve, COMMIT_TIMEOUT_MS));
        return { kind: 'timeout' as const };
      }
      const outcome = await log.append(stream, expected, events);
      return gate.forgetsPositions && outcome?.kind === 'success' ? { ...outcome, position: null } : outcome;
    };
    // A server that is not ready takes the call, and says so in its answers.
    gate.enter(call);
    let open = true;
    call.on('close', () => {
      open = false;
    });
    call.on('error', () => {});
    const answer = async (correlation: shared.UUID | undefined, { stream, expected, events }: Pending) => {
      await gate.thawed();
      if (!(await gate.takesAppend(stream))) return;
      // A node that was cut off does not know of another leader.
      const elsewhere = gate.ready() ? gate.misdirected(call.metadata) : null;
      // The whole call ends by it, with all that wait on it.
      if (elsewhere !== null) return void call.emit('error', elsewhere);
      const outcome = await outcomeOf(stream, expected, events);
      if (outcome === null || gate.swallowsAnswer()) return;
      if (open && !call.cancelled) call.write(batchAnswer(correlation, stream, outcome));
    };
    call.on('data', (request: streams.BatchAppendReq) => {
      const correlation = request.getCorrelationId();
      const id = correlation?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) {
        const deadlineMs = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
        const stream = nameOf(options.getStreamIdentifier());
        if (deadlineMs <= Date.now()) {
          if (!gate.swallowsAnswer()) call.write(batchAnswer(correlation, stream, { kind: 'timeout' }));
          return;
        }
        pending.set(id, { stream, expected: expectedOf(options), events: [] });
      }
      const append = pending.get(id);
      if (append === undefined) return;
      for (const message of request.getProposedMessagesList()) append.events.push(proposed(message));
      if (!request.getIsFinal()) return;
      pending.delete(id);
      void answer(correlation, append);
    });
    call.on('end', () => call.end());
  };
}

export function deleteOn(log: EventLog): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> {
  return (call, callback) => {
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
    log.delete(stream, false).then(() => callback(null, new streams.DeleteResp()), callback);
  };
}

export function tombstoneOn(log: EventLog): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> {
  return (call, callback) => {
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
    log.delete(stream, true).then(() => callback(null, new streams.TombstoneResp()), callback);
  };
}
