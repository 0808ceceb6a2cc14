import type { SmtpSession } from './smtpSession.ts';

/** The openings of sessions that are under way. */
export interface SessionOpenings {
  readonly size: number;
  begin(): void;
  /** Resolves when one of them is open. Rejects when none could be opened, nor any of those that were begun meanwhile. */
  first(): Promise<void>;
}

/**
 * @param onOpened is given each session
 * @param onFailed is given the reason of each that could not be opened
 */
export function sessionOpenings(
  open: () => Promise<SmtpSession>,
  onOpened: (session: SmtpSession) => void,
  onFailed: (error: unknown) => void,
): SessionOpenings {
  const underWay = new Set<Promise<void>>();
  return {
    get size() {
      return underWay.size;
    },
    begin() {
      const opening = open().then(
        (session) => {
          underWay.delete(opening);
          onOpened(session);
        },
        (error) => {
          underWay.delete(opening);
          onFailed(error);
          throw error;
        },
      );
      underWay.add(opening);
      // Its failure has been reported.
      opening.catch(() => {});
    },
    async first() {
      for (;;) {
        try {
          return await Promise.any(underWay);
        } catch (error) {
          // A server that refused these may be opening others.
          if (underWay.size === 0) throw (error as AggregateError).errors[0];
        }
      }
    },
  };
}
