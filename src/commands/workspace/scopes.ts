/** What a key may do (spec section 5). */
export const SCOPES = [
  'email:send',
  'analytics:read',
  'contact:read',
  'contact:write',
  'campaign:read',
  'campaign:write',
  'template:read',
  'template:write',
  'sms:send',
  'sms:read',
  'webhook:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
