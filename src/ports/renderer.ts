/** A Liquid source. `escape` is set for parts whose output is HTML. */
export interface TemplatePart {
  readonly name: string;
  readonly source: string;
  readonly escape: boolean;
}

export interface RenderRequest {
  /** Whose template it is: workspaces have turns. */
  readonly workspace: string;
  readonly parts: readonly TemplatePart[];
  /** Later ones win; own properties only. */
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

export type RenderOutcome =
  | { readonly outcome: 'rendered'; readonly parts: Readonly<Record<string, string>> }
  /** `variable`: the missing one, when that is the cause. */
  | {
      readonly outcome: 'failed';
      readonly part: string;
      readonly reason: string;
      readonly variable: string | null;
    };

/** Sources of a template that nobody has stored yet. */
export type CheckRequest = Pick<RenderRequest, 'workspace' | 'parts'>;

/** Why a source is no Liquid. */
export interface TemplateFault {
  readonly part: string;
  /** Of the source, from 1; null where the fault has no place. */
  readonly line: number | null;
  readonly reason: string;
}

/** Liquid, strict, bounded in time (2 s) and memory; one template's fault harms nobody else. */
export interface Renderer {
  /**
   * Sources that have just run out of time fail at once for a while. Rejects with `RendererBusy` where the renderer
   * bounds its callers' wait and it was over before their turn came.
   */
  render(request: RenderRequest): Promise<RenderOutcome>;
  /** Reads the sources without rendering them; at most one fault a part. Rejects as `render` does. */
  check(request: CheckRequest): Promise<readonly TemplateFault[]>;
  close(): Promise<void>;
}

export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
  constructor() {
    super('no renderer came free in time');
  }
}
