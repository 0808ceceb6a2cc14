import { html } from 'hono/html';
import type { ConsoleDependencies } from './dependencies.ts';
import { type Html, NOTHING } from './page.ts';

/** Which read models are being built from the log and how far each has come, as `/readyz` has it; nothing when none is. */
export function beingBuilt({ startUp }: Pick<ConsoleDependencies, 'startUp'>): Html {
  const shares = Object.entries(startUp.building()).sort(([, one], [, other]) => one - other);
  if (shares.length === 0) return NOTHING;
  const each = shares.map(([name, share]) => `${shownName(name)} ${Math.round(share * 100)} %`).join(', ');
  return html`<p class="warn" role="status">Read models are being built from the log, as after an upgrade: ${each}.
Until one is done the older one answers; where there is none, pages show less than there is.</p>`;
}

/** A read model's name without its version, of the name of its checkpoints. */
const shownName = (consumer: string): string =>
  consumer.replace(/^projection:/, '').replace(/(_p\d+)?_v\d+$/, '');
