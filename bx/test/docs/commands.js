// test/docs/commands.ts
function commandsIn(markdown) {
  const blocks = [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)];
  return blocks.map((block, at) => {
    const end = block.index + block[0].length;
    const prose = markdown.slice(end, blocks[at + 1]?.index);
    const status = /^\s*Answers `(\d{3})`/.exec(prose)?.[1];
    const keep = /keep its `(\w+)`\s+as\s+`(\w+)`/.exec(prose);
    return {
      line: markdown.slice(0, block.index).split("\n").length,
      script: block[1] ?? "",
      status: status === void 0 ? null : Number(status),
      keep: keep === null ? null : { field: keep[1] ?? "", variable: keep[2] ?? "" }
    };
  });
}
export {
  commandsIn
};
//# sourceMappingURL=commands.js.map
