import { type Callback, type Test, suite as uvuSuite } from 'uvu';

export * from 'uvu';

/** What `npm test -- --match TEXT` leaves: tests whose suite and title hold it. */
const WANTED = process.env.TEST_MATCH?.toLowerCase();

/**
 * uvu's `suite`, for which the compiler puts this one: uvu cannot choose tests by their name.
 * A suite of which nothing is left does not run, nor do its hooks.
 */
export function suite<T>(name = '', state?: T): Test<T> {
  const whole = uvuSuite(name, state);
  if (WANTED === undefined) return whole;
  let left = 0;
  const chosen = (title: string, handler: Callback<T>) => {
    if (!`${name} ${title}`.toLowerCase().includes(WANTED)) return;
    left += 1;
    whole(title, handler);
  };
  const run = () => {
    if (left > 0) whole.run();
  };
  return Object.assign(chosen, whole, { run });
}
