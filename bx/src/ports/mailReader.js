//# sourceMappingURL=mailReader.js.map
