/**
 * Presents the result of token introspection (RFC 7662, 2.2). For an inactive token it says only
 * that the token is inactive. The result never contains the user's id: an app that may know its
 * user reads it by a call of the API with that token.
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
