import type { Position, RecordedEvent } from '../../../src/events/event.ts';

/** Which addresses were suppressed when, by the log alone. */
export interface Suppressions {
  /** Whether it was suppressed just before a position. */
  isSuppressed(workspace: string, address: string, before: Position): boolean;
  /** Whether it was suppressed at any time before a position. */
  everBefore(workspace: string, address: string, before: Position): boolean;
}

interface Change {
  readonly position: Position;
  readonly isSuppressed: boolean;
  /** The delivery that was unsubscribed from; null for a cause that no recipient takes back. */
  readonly undoneBy: string | null;
}

interface ChangeData {
  readonly recipient?: string;
  readonly address?: string;
  readonly deliveryId?: string;
  readonly bounceType?: string;
  readonly sandbox?: boolean;
}

const nameOf = (workspace: string, address: string) => `${workspace} ${address.toLowerCase()}`;

export function suppressionsOf(events: readonly RecordedEvent[]): Suppressions {
  const changes = new Map<string, Change[]>();
  for (const { type, data, metadata, position } of events) {
    const { recipient, address, deliveryId, bounceType, sandbox } = data as ChangeData;
    const name = nameOf(metadata.workspace, recipient ?? address ?? '');
    const own = changes.get(name) ?? [];
    const last = own.at(-1);
    const isLasting = last?.isSuppressed === true && last.undoneBy === null;
    const add = (isSuppressed: boolean, undoneBy: string | null = null) =>
      void changes.set(name, [...own, { position, isSuppressed, undoneBy }]);
    if (type === 'SuppressionAdded' || type === 'Complained') add(true);
    else if (type === 'Bounced' && bounceType === 'Permanent') add(true);
    // An unsubscription takes no other cause away, so that it can't be undone with it.
    else if (type === 'Unsubscribed' && sandbox !== true && !isLasting) add(true, deliveryId ?? null);
    else if (type === 'SuppressionRemoved') add(false);
    else if (type === 'Resubscribed' && last?.isSuppressed === true && last.undoneBy === deliveryId)
      add(false);
  }
  const before = (workspace: string, address: string, position: Position) =>
    (changes.get(nameOf(workspace, address)) ?? []).filter((one) => one.position < position);
  return {
    isSuppressed: (workspace, address, position) =>
      before(workspace, address, position).at(-1)?.isSuppressed === true,
    everBefore: (workspace, address, position) =>
      before(workspace, address, position).some(({ isSuppressed }) => isSuppressed),
  };
}
