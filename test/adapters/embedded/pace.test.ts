import { inMemoryPace } from '../../../src/adapters/embedded/pace.ts';
import { paceContract } from '../../contract/pace.ts';

paceContract('pace in memory', async (clock) => ({ subject: inMemoryPace(clock), destroy: async () => {} }));
