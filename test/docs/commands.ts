/** One block of shell in a page, with what the text behind it promises. */
export interface DocumentedCommand {
  readonly line: number;
  readonly script: string;
  /** Status from ``Answers `202` ``; null where none is promised. */
  readonly status: number | null;
  /** From ``keep its `id` as `EMAIL_ID` ``: field of the JSON answer, and variable for the blocks that follow. */
  readonly keep: { readonly field: string; readonly variable: string } | null;
}

/** Reads the `sh` blocks of a Markdown page in order. */
export function commandsIn(markdown: string): DocumentedCommand[] {
  const blocks = [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)];
  return blocks.map((block, at) => {
    const end = block.index + block[0].length;
    const prose = markdown.slice(end, blocks[at + 1]?.index);
    const status = /^\s*Answers `(\d{3})`/.exec(prose)?.[1];
    const keep = /keep its `(\w+)`\s+as\s+`(\w+)`/.exec(prose);
    return {
      line: markdown.slice(0, block.index).split('\n').length,
      script: block[1] ?? '',
      status: status === undefined ? null : Number(status),
      keep: keep === null ? null : { field: keep[1] ?? '', variable: keep[2] ?? '' },
    };
  });
}
