/**
 * Presents the introspection of a token (RFC 7662, 2.2). It says nothing about an inactive token,
 * and never the id of the user: an app that may know the user asks with the token itself.
 */
export function presentIntrospection(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (body['active'] !== true) return { active: false };
  return Object.fromEntries(Object.entries(body).filter(([name]) => SHOWN.has(name)));
}

const SHOWN: ReadonlySet<string> = new Set([
  'active',
  'scope',
  'client_id',
  'token_type',
  'exp',
  'iat',
  'iss',
]);
