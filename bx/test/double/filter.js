// test/double/filter.ts
var DEFAULT_WINDOW = 32;
var noFilter = { matches: () => true, window: DEFAULT_WINDOW, checkpointEvery: null };
function readFilter(options) {
  const filter = options.getFilter();
  if (filter === void 0) return noFilter;
  const onType = filter.getEventType();
  const expression = onType ?? filter.getStreamIdentifier();
  if (expression === void 0) return noFilter;
  const subject = (record) => onType === void 0 ? record.stream : record.type;
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_WINDOW;
  return {
    matches: (record) => prefixes.length > 0 ? prefixes.some((prefix) => subject(record).startsWith(prefix)) : pattern.test(subject(record)),
    window,
    checkpointEvery: window * filter.getCheckpointintervalmultiplier()
  };
}
export {
  noFilter,
  readFilter
};
//# sourceMappingURL=filter.js.map
