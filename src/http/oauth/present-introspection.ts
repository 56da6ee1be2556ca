/**
 * Token introspection (RFC 7662, 2.2). An inactive token is told nothing about, and the id of its
 * user stays inside: an app that may know him asks with the token itself.
 */
export function presentIntrospection(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (body['active'] !== true) return { active: false };
  return Object.fromEntries(Object.entries(body).filter(([name]) => SHOWN.has(name)));
}

const SHOWN: ReadonlySet<string> = new Set([
  ...['active', 'scope', 'client_id', 'token_type', 'exp', 'iat', 'iss'],
]);
