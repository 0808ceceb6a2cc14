import type { FastifyRequest } from 'fastify';
import type { Clock } from '../ports/clock.ts';
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
  begin(request: FastifyRequest): Promise<void> | null;
}

/** Requests of one workspace at a time while others make requests too; a lone one has as many as it makes. */
const REQUESTS = { each: 8, alone: Number.POSITIVE_INFINITY };
/** The same of those that hold many messages or contacts each. */
const LARGE_REQUESTS = { each: 2, alone: Number.POSITIVE_INFINITY };
const LARGE: ReadonlySet<BodyReaderName> = new Set(['emailBatch', 'sendBatch', 'mailSend', 'audience']);
const MAX_WAIT_MS = 5_000;

/** For requests that have no turn: without a key, or before their body has arrived. */
export const NO_TURN: EndTurn = () => {};

/**
 * The workspaces' shares of the process. A request has its turn from when its body has arrived until its answer is made,
 * so a slow connection takes nothing from the others.
 */
export function requestTurns(clock: Clock): RequestTurns {
  const requests = turns({ clock, ...REQUESTS, maxWaitMs: MAX_WAIT_MS });
  const largeRequests = turns({ clock, ...LARGE_REQUESTS, maxWaitMs: MAX_WAIT_MS });
  return {
    begin(request) {
      const { workspace } = request.caller;
      if (workspace === '' || request.endTurn !== NO_TURN) return null;
      const { reader } = request.routeOptions.config;
      const begun = (reader !== undefined && LARGE.has(reader) ? largeRequests : requests).wait(workspace);
      if (!(begun instanceof Promise)) {
        request.endTurn = begun;
        return null;
      }
      let isOver = false;
      request.endTurn = () => {
        isOver = true;
      };
      return begun.then((end) => {
        if (end === null) throw unavailable('Too many requests of this workspace are waiting; try again.');
        request.endTurn = end;
        // The caller has gone meanwhile.
        if (isOver) end();
      });
    },
  };
}
