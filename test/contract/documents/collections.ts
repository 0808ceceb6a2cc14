import { randomUUID } from 'node:crypto';
import { positionAt } from '../../../src/adapters/position.ts';
import type { Collection, CollectionDefinition, Documents, Stored } from '../../../src/ports/documents.ts';

/** A document of the suites: any JSON. */
export type Json = Record<string, unknown>;

export function freshCollection(
  documents: Documents,
  indexes: CollectionDefinition['indexes'] = {},
): Promise<Collection<Json>> {
  return documents.collection<Json>({ name: freshName(), indexes });
}

export function freshName(): string {
  return `contract_${randomUUID().replaceAll('-', '')}_v1`;
}

/** The n-th position. */
export const at = positionAt;

export const keysOf = (page: readonly Stored<Json>[]) => page.map(({ key }) => key);
