import { startRelay } from './relay.ts';

/** A relay as a process of its own: takes everything, and reports when the first and the last awaited message came. */
const [atPort, awaited] = process.argv.slice(2).map(Number);
let taken = 0;
const { port } = await startRelay((stream, _session, callback) => {
  stream.on('end', () => {
    taken++;
    if (taken === 1) process.send?.({ first: Date.now() });
    if (taken === awaited) process.send?.({ last: Date.now() });
    callback();
  });
  stream.resume();
}, atPort);
process.send?.({ port });
process.on('disconnect', () => process.exit(0));
