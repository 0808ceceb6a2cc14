import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids } from '../../ports/ids.ts';

export const randomIds: Ids = { uuid: () => randomUUID(), randomBytes: (length) => randomBytes(length) };
