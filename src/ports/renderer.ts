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
  /** `variable`: the missing variable, when that is the cause. */
  | {
      readonly outcome: 'failed';
      readonly part: string;
      readonly reason: string;
      readonly variable: string | null;
    };

/** Sources of a template that is not stored yet. */
export type CheckRequest = Pick<RenderRequest, 'workspace' | 'parts'>;

/** Why a source is not valid Liquid. */
export interface TemplateFault {
  readonly part: string;
  /** Line in the source, from 1; null when the fault has no place. */
  readonly line: number | null;
  readonly reason: string;
}

/** Strict Liquid, bounded in time (2 s) and memory; a fault in one template does not affect others. */
export interface Renderer {
  /**
   * Sources that ran out of time a moment ago fail at once for a while. Rejects with `RendererBusy` when the renderer
   * limits the wait of its callers and the wait was too long.
   */
  render(request: RenderRequest): Promise<RenderOutcome>;
  /** Parses the sources without rendering them; at most one fault for each part. Rejects as `render` does. */
  check(request: CheckRequest): Promise<readonly TemplateFault[]>;
  close(): Promise<void>;
}

export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
  constructor() {
    super('no renderer came free in time');
  }
}
