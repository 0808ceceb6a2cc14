import type { CheckRequest, Renderer } from '../../ports/renderer.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * A template that cannot be read would fail with its first message, when nobody looks at it: it is refused where it is
 * written. Missing variables are no fault of it.
 * @throws Refusal `invalid`, one issue a part under its name; RendererBusy
 */
export async function refuseFaultyTemplate(
  renderer: Pick<Renderer, 'check'>,
  request: CheckRequest,
): Promise<void> {
  if (request.parts.length === 0) return;
  const faults = await renderer.check(request);
  const issues = faults.map(({ part, line, reason }) => ({
    path: `/${part}`,
    message: `is not valid Liquid${line === null ? '' : ` on line ${line}`}: ${reason}`,
  }));
  if (issues.length > 0) throw new Refusal('invalid', issues);
}
