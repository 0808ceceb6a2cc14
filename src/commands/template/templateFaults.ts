import type { CheckRequest, Renderer } from '../../ports/renderer.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * Refuses a template with a syntax error when it is stored: else it would fail with its first message, long after.
 * Missing variables are not a fault of the template.
 * @throws Refusal `invalid`, one issue for each part under its name; RendererBusy
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
