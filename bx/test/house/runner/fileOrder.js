// test/house/runner/fileOrder.ts
var FILE_ENDED = /\n?FILE ENDED with exit code (\d+)\n$/;
export {
  FILE_ENDED
};
//# sourceMappingURL=fileOrder.js.map
