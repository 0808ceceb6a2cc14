//# sourceMappingURL=composer.js.map
