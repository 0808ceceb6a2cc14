import type { FastifyRequest } from 'fastify';
import type { Clock } from '../ports/clock.ts';
import { nextSlice, shortWork } from '../queues/slices.ts';
import { type EndTurn, turns } from '../queues/turns.ts';
import { unavailable } from './errors.ts';
import type { BodyReaderName } from './reading/bodyReaders.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's turn, or its wait for one. */
    endTurn: EndTurn;
  }
}

export interface RequestTurns {
  /** Gives a request of a workspace its turn, once; null: it has it at once. @throws ApiError 503 when it waits too long */
  begin(request: FastifyRequest, bodyBytes?: number): Promise<void> | null;
}

/** Requests of one workspace at a time while others make requests too; a lone one has as many as it makes. */
const REQUESTS = { each: 8, alone: Number.POSITIVE_INFINITY };
/** The same of those that hold many messages or contacts, or much of one. */
const LARGE_REQUESTS = { each: 1, alone: Number.POSITIVE_INFINITY };
const LARGE: ReadonlySet<BodyReaderName> = new Set(['emailBatch', 'sendBatch', 'mailSend', 'audience']);
const LARGE_BYTES = 16_384;
const MAX_WAIT_MS = 5_000;

/** For requests that have no turn: without a key, or before their body has arrived. */
export const NO_TURN: EndTurn = () => {};

/**
 * The workspaces' shares of the process. A request has its turn from when its body has arrived until its answer is made,
 * so a slow connection takes nothing from the others. All but large ones are short work, which goes first.
 */
export function requestTurns(clock: Clock): RequestTurns {
  const requests = turns({ clock, ...REQUESTS, maxWaitMs: MAX_WAIT_MS });
  const largeRequests = turns({ clock, ...LARGE_REQUESTS, maxWaitMs: MAX_WAIT_MS });
  const short = (end: EndTurn): EndTurn => {
    const endShort = shortWork(clock);
    return () => {
      end();
      endShort();
    };
  };
  return {
    begin(request, bodyBytes = 0) {
      const { workspace } = request.caller;
      if (workspace === '' || request.endTurn !== NO_TURN) return null;
      const { reader } = request.routeOptions.config;
      const isLarge = bodyBytes > LARGE_BYTES || (reader !== undefined && LARGE.has(reader));
      const begun = (isLarge ? largeRequests : requests).wait(workspace);
      if (!isLarge && !(begun instanceof Promise)) {
        request.endTurn = short(begun);
        return null;
      }
      let isOver = false;
      request.endTurn = () => {
        isOver = true;
      };
      return Promise.resolve(begun).then(async (end) => {
        if (end === null) throw unavailable('Too many requests of this workspace are waiting; try again.');
        if (isLarge) await nextSlice(clock);
        request.endTurn = isLarge ? end : short(end);
        // The caller has gone meanwhile.
        if (isOver) request.endTurn();
      });
    },
  };
}
