/**
 * What this run of the tests is. The runner sets both variables for the files that it starts: `npm test` leaves the
 * seed at 1, so that unchanged code gives the same answer each time; `npm run test:all` draws one and prints it.
 */

/** For everything random: the same seed repeats the same run. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Whether this is a run of everything, with time for long simulations, and not the quick one. */
export const RUN_ALL = process.env.TEST_ALL === '1';
