import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { documentsAsOf } from '../../audit/asOf.ts';
import { type DayDocument, dailyAnalytics } from '../../projections/dailyAnalytics.ts';
import { isDay } from '../asked.ts';
import { inBackground, refreshing } from '../background.ts';
import { COUNTED, FIGURES, type FigureName } from '../days.ts';
import { figure, tableOf } from '../elements.ts';
import { pathIn } from '../links.ts';
import { type Html, may, nothingHere } from '../page.ts';
import type { AddPages } from '../routes.ts';

/** `events`: those of the log that were folded; `counted`: those of them of this day. */
interface DaySums {
  readonly events: number;
  readonly counted: number;
}

/** What the read model says, and what the log says up to the same event. */
interface DayChecked extends DaySums {
  readonly stored: DayDocument | null;
  readonly byLog: DayDocument | null;
}

/** One day, as it is shown and as the log has it. */
export const dayPages: AddPages = (routes, { models, ledger }) => {
  const { store, clock } = ledger;
  const checked = inBackground<DaySums, DayChecked>(clock, { events: 0, counted: 0 });
  // The log is folded again for the day: it is compared as it was at the last event that the read model has of it.
  const check = (key: string) =>
    checked(key, async (onProgress) => {
      const stored = await models.dailyAnalytics.get(key);
      const until = { position: stored?.position ?? (await store.head()) };
      let sums: DaySums = { events: 0, counted: 0 };
      const found = await documentsAsOf(store, dailyAnalytics, [key], until, (events, own) => {
        sums = { events: sums.events + events, counted: sums.counted + own };
        onProgress(sums);
      });
      return { ...sums, stored: stored?.document ?? null, byLog: found.get(key)?.document ?? null };
    });
  routes.workspacePage('figures/:day', 'see', async (visit) => {
    const { workspace, params, session } = visit;
    const { day = '' } = params;
    if (!isDay(day)) throw nothingHere(`${day} is no day.`);
    const key = `${workspace.id}/${day}`;
    const work = check(key);
    const now = (await models.dailyAnalytics.get(key))?.document ?? null;
    const eventsOf = (name: FigureName) => {
      const sought = { type: COUNTED[name], since: day, until: `${day}T23:59:59.999Z` };
      return html`<a href="${pathIn(workspace, 'log')}?${new URLSearchParams(sought)}">${COUNTED[name]}</a>`;
    };
    const tableFor = (stored: DayDocument | null, checked: DayChecked | null) =>
      tableOf<FigureName>(
        `What is shown for ${day}, and what the log says`,
        {
          Figure: (name) => FIGURES[name],
          Shown: figure((name) => stored?.[name] ?? 0),
          'By the log': figure((name) => (checked === null ? '…' : (checked.byLog?.[name] ?? 0))),
          ...(may(session, 'log') && { 'In the log': eventsOf }),
        },
        Object.keys(FIGURES) as FigureName[],
      );
    const body = html`${refreshing(
      visit,
      work,
      ({ events }) => html`<p role="status">The log is folded again: ${events} events so far.</p>
${tableFor(now, null)}`,
      (checked) => html`${verdictOn(checked)}
${tableFor(checked.stored, checked)}`,
    )}
<p class="quiet">The log is read from its beginning up to the last event that is counted here, and its events of this day are added up
again by the rule of the read model ${dailyAnalytics.name}, version ${dailyAnalytics.version}.</p>
<p><a href="${pathIn(workspace, 'figures')}">All days</a></p>`;
    return { title: `Analytics of ${day}`, body };
  });
};

function verdictOn({ stored, byLog, counted, events }: DayChecked): Html {
  if (isDeepStrictEqual(stored, byLog))
    return html`<p class="good" role="status">The log says the same: ${counted} of ${events} events are of this day.</p>`;
  // Without a document it is not known up to which event the background has come.
  return stored === null
    ? html`<p class="warn" role="status">Nothing of this day is counted yet, and the log has ${counted} events of it. Where that stays so, postledger projections verify shows why.</p>`
    : html`<p class="bad" role="alert">The log says something else: postledger projections verify shows where.</p>`;
}
