import { openEmbeddedLeases } from '../../../../src/adapters/embedded/coordination/leases.ts';
import { systemClock } from '../../../../src/adapters/node/systemClock.ts';

// A process that takes the lease argv[3] of the folder argv[2], says so, and holds it until it is killed.
const [folder = '', name = ''] = process.argv.slice(2);
const lease = await openEmbeddedLeases(folder, { clock: systemClock }).acquire(name, 600_000);
console.log(lease === null ? 'refused' : 'held');
setInterval(() => {}, 60_000);
