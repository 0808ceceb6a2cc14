//# sourceMappingURL=emailDraft.js.map
