import type { Test } from 'uvu';
import { liquidRenderer } from '../../src/adapters/liquid/renderer.ts';
import { type ConsoleFixture, consoleFixture, type Visitor } from './consoleFixture.ts';

export interface RenderingContext {
  readonly at: ConsoleFixture;
  readonly ann: Visitor;
}

/** Gives each test of the suite a console of its own, which renders templates, and a person who is logged in. */
export function renderingConsole(test: Test<RenderingContext>): void {
  const renderer = liquidRenderer({ processes: 1 });
  test.after(() => renderer.close());
  test.before.each(async (context) => {
    const at = await consoleFixture({ context: { renderer } });
    Object.assign(context, { at, ann: await at.loggedIn() });
  });
  test.after.each(({ at }) => at.close());
}
