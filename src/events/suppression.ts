import { Type } from 'typebox';
import { category, type EventOf, type RecordedOf } from './category.ts';
import { personal } from './schema.ts';
import { uuid5 } from './uuid5.ts';

/** `suppression-{uuid5(workspace, address)}`: what an operator decided on an address. */
export const suppression = category('suppression', {
  SuppressionAdded: {
    v: 1,
    meaning: 'An operator suppressed the address.',
    schema: Type.Object({ address: personal(Type.String()), reason: Type.String() }),
  },
  SuppressionRemoved: {
    v: 1,
    meaning: 'An operator lifted the suppression, whatever its cause.',
    schema: Type.Object({ address: personal(Type.String()) }),
  },
});
export type SuppressionEvent = EventOf<typeof suppression>;
export type RecordedSuppressionEvent = RecordedOf<typeof suppression>;

/** One id an address and workspace, letter case aside; also the key in the suppressions read model. */
export function suppressionIdOf(workspaceId: string, address: string): string {
  return uuid5('suppression', workspaceId, address.toLowerCase());
}
