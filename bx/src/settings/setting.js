// src/settings/setting.ts
var setting = (form, fallback, about) => ({
  ...form,
  about,
  fallback,
  isSecret: false
});
var optional = (form, about) => setting(form, void 0, about);
var secret = (form, about) => ({
  ...optional(form, about),
  isSecret: true
});
export {
  optional,
  secret,
  setting
};
//# sourceMappingURL=setting.js.map
