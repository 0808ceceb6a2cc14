/** A Liquid source. `escape` is set for parts whose output is HTML. */
export interface TemplatePart {
  readonly name: string;
  readonly source: string;
  readonly escape: boolean;
}

export interface RenderRequest {
  /** Owner of the template: workspaces take turns. */
  readonly workspace: string;
  readonly parts: readonly TemplatePart[];
  /** Later ones override earlier ones; own properties only. */
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

export type RenderOutcome =
  | { readonly outcome: 'rendered'; readonly parts: Readonly<Record<string, string>> }
  /** The template's own error, the same at each try. `variable`: the missing variable, when that is the cause. */
  | {
      readonly outcome: 'failed';
      readonly part: string;
      readonly reason: string;
      readonly variable: string | null;
    }
  /** It took too much processor time or memory. Whether the template is to blame only another try shows. */
  | { readonly outcome: 'exhausted'; readonly part: string; readonly reason: string };

/** Sources of a template that is not stored yet. */
export type CheckRequest = Pick<RenderRequest, 'workspace' | 'parts'>;

/** Why a source is not valid Liquid. */
export interface TemplateFault {
  readonly part: string;
  /** Line in the source, from 1; null when the fault has no place. */
  readonly line: number | null;
  readonly reason: string;
}

/** Strict Liquid, bounded in processor time (2 s) and memory; a fault in one template does not affect others. */
export interface Renderer {
  /** Rejects with `RendererBusy` when the template could not be tried to its end. */
  render(request: RenderRequest): Promise<RenderOutcome>;
  /** Parses the sources without rendering them; at most one fault for each part. Rejects as `render` does. */
  check(request: CheckRequest): Promise<readonly TemplateFault[]>;
  close(): Promise<void>;
}

/**
 * Nothing is known about the template: no process was free in time, it was killed from outside or was too slow on a busy
 * machine, or the same sources were exhausted a moment ago. The same request may succeed later.
 */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
}
