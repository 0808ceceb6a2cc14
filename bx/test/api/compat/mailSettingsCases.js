// test/api/compat/mailSettingsCases.ts
import { refused, taken } from "./cases.js";
var off = (name, others, says) => {
  const [group = "", setting = ""] = name.split(".");
  const given = (value) => ({ [group]: { [setting]: value } });
  return [
    refused(name, given({ enable: true, ...others }), `/${group}/${setting}`, says),
    refused(name, given({ enable: "false", ...others }), `/${group}/${setting}`),
    taken(name, given({ enable: false, ...others })),
    taken(name, given({})),
    taken(name, given(null)),
    refused(name, given({ enable: false, surprise: 1 }), `/${group}/${setting}/surprise`)
  ];
};
var settingsCases = [
  ...off("mail_settings.bypass_list_management", {}, /never sent to/),
  ...off("mail_settings.bypass_spam_management", {}, /never sent to/),
  ...off("mail_settings.bypass_bounce_management", {}, /never sent to/),
  ...off("mail_settings.bypass_unsubscribe_management", {}, /never sent to/),
  ...off("mail_settings.footer", { text: "x", html: "x" }, /into the content/),
  ...off("mail_settings.sandbox_mode", {}, /sandbox domain/),
  ...off("mail_settings.bcc", { email: "a@b.co" }, /bcc of each personalization/),
  ...off("mail_settings.spam_check", { threshold: 1, post_to_url: "https://x.test" }, /not scored/),
  refused("mail_settings", { mail_settings: { surprise: {} } }, "/mail_settings/surprise"),
  taken(
    "tracking_settings.click_tracking.enable",
    { tracking_settings: { click_tracking: { enable: false } } },
    { trackClicks: false, trackOpens: true }
  ),
  taken(
    "tracking_settings.open_tracking.enable",
    { tracking_settings: { open_tracking: { enable: false } } },
    { trackOpens: false, trackClicks: true }
  ),
  refused(
    "tracking_settings.click_tracking.enable_text",
    { tracking_settings: { click_tracking: { enable: true, enable_text: true } } },
    "/tracking_settings/click_tracking/enable_text"
  ),
  taken(
    "tracking_settings.click_tracking",
    { tracking_settings: { click_tracking: { enable: false, enable_text: true } } },
    { trackClicks: false }
  ),
  refused(
    "tracking_settings.open_tracking.substitution_tag",
    { tracking_settings: { open_tracking: { substitution_tag: "%x%" } } },
    "/tracking_settings/open_tracking/substitution_tag"
  ),
  taken(
    "tracking_settings.open_tracking.substitution_tag",
    { tracking_settings: { open_tracking: { enable: false, substitution_tag: "%x%" } } },
    { trackOpens: false }
  ),
  refused(
    "tracking_settings.open_tracking",
    { tracking_settings: { open_tracking: { enable: 1 } } },
    "/tracking_settings/open_tracking/enable"
  ),
  taken(
    "tracking_settings",
    { tracking_settings: { click_tracking: {}, open_tracking: null } },
    { trackClicks: true }
  ),
  ...off(
    "tracking_settings.subscription_tracking",
    { text: "x", html: "x", substitution_tag: "x" },
    /POST \/v1\/campaigns/
  ),
  ...off(
    "tracking_settings.ganalytics",
    { utm_source: "x", utm_medium: "x", utm_term: "x", utm_content: "x", utm_campaign: "x" },
    /into the links/
  )
];
export {
  settingsCases
};
//# sourceMappingURL=mailSettingsCases.js.map
