export interface RenderRequest {
  /** Liquid sources by part name; `escape` is set for parts whose output is HTML. */
  readonly parts: readonly { readonly name: string; readonly source: string; readonly escape: boolean }[];
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

/** Liquid, strict, bounded in time (2 s) and memory; one template's fault harms nobody else. */
export interface Renderer {
  render(request: RenderRequest): Promise<RenderOutcome>;
  close(): Promise<void>;
}
