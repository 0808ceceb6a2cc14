import { html } from 'hono/html';
import { plainPosition, type RecordedEvent } from '../events/event.ts';
import { tableOf, timeOf } from './elements.ts';
import { pathIn } from './layout.ts';
import { actorShown, type KindNames, streamShown } from './namedIds.ts';
import type { Html, Workspace } from './page.ts';

/** Events in a row each, with links to their pages. */
export const eventTable = (
  caption: string,
  workspace: Workspace,
  events: readonly RecordedEvent[],
  names: KindNames,
): Html =>
  tableOf<RecordedEvent>(
    caption,
    [
      { heading: 'Position', isNumber: true, of: ({ position }) => plainPosition(position) },
      { heading: 'At', of: ({ metadata }) => timeOf(metadata.at) },
      {
        heading: 'Type',
        of: ({ type, stream, revision }) =>
          html`<a href="${pathIn(workspace, `log/${encodeURIComponent(stream)}/${revision}`)}">${type}</a>`,
      },
      { heading: 'Stream', of: ({ stream }) => streamShown(names, stream) },
      { heading: 'Actor', of: ({ metadata }) => actorShown(names, metadata) },
    ],
    events,
    'No event among those that were looked at is of this kind.',
  );
