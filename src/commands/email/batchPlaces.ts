import type { AcceptedEmail } from './acceptEmail.ts';

/** Which elements of a batch were accepted, and of how many; an element's id counts the accepted ones. */
export interface Places {
  readonly places: readonly number[];
  readonly of: number;
}

/** The places as any element of the batch remembers them. A batch that was taken whole remembers its size alone. */
export function placesOf({ data: { batch } }: Pick<AcceptedEmail, 'data'>): Places {
  const size = batch?.size ?? 1;
  return {
    places: batch?.places ?? Array.from({ length: size }, (_, index) => index),
    of: batch?.of ?? size,
  };
}
