//# sourceMappingURL=mailSigner.js.map
