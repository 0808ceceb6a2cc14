import { type Recorded, streamId } from '../../events/category.ts';
import type { Position } from '../../events/event.ts';
import {
  type RecordedTemplateEvent,
  type TemplateNameEvent,
  template,
  templateName,
  templateNameIdOf,
} from '../../events/template.ts';
import { type Fold, foldedStream } from '../../follow/fold/foldedStream.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { FoundTemplate, TemplateLookup } from '../email/emailDraft.ts';
import { EMPTY_LIST, type ImmutableList, lastPassing, withItem } from '../kernel/immutableList.ts';

interface Revision extends FoundTemplate {
  readonly position: Position;
  readonly workspace: string;
}

/** A deletion is not among them: a template has its revisions for what began before it. */
const revisions: Fold<ImmutableList<Revision>, RecordedTemplateEvent> = {
  initial: EMPTY_LIST,
  evolve(list, { type, data, stream, position, metadata: { workspace } }) {
    if (type !== 'TemplateCreated' && type !== 'TemplateRevised') return list;
    const { revision, subject, html, text } = data;
    const hasBody = html !== null || text !== null;
    return withItem(list, { templateId: streamId(stream), revision, subject, hasBody, position, workspace });
  },
};

interface Claim {
  readonly position: Position;
  readonly templateId: string;
}

const claims: Fold<ImmutableList<Claim>, Recorded<TemplateNameEvent>> = {
  initial: EMPTY_LIST,
  evolve: (list, { type, data: { templateId }, position }) =>
    type === 'TemplateNameClaimed' ? withItem(list, { position, templateId }) : list,
};

/**
 * Finds templates by id and name as they were at a position of the log, whatever has become of them since.
 * @throws EventStoreUnavailable
 */
export function templatesAsOf(store: EventStore, position: Position): TemplateLookup {
  const isBefore = (item: { readonly position: Position }) => item.position <= position;
  const byId = async (workspace: string, templateId: string): Promise<FoundTemplate | null> => {
    const { state } = await foldedStream(store, template.stream(templateId), revisions, position);
    const found = lastPassing(state, isBefore);
    return found?.workspace === workspace ? found : null;
  };
  return {
    byId,
    async byFriendlyName(workspace, friendlyName) {
      const stream = templateName.stream(templateNameIdOf(workspace, friendlyName));
      const { state } = await foldedStream(store, stream, claims, position);
      const claim = lastPassing(state, isBefore);
      return claim === undefined ? null : byId(workspace, claim.templateId);
    },
  };
}
