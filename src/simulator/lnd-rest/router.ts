import type { Endpoint } from './endpoint.ts';

export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

export type RouteAnswer =
  | { readonly kind: 'match'; readonly match: Match }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'wrong_method' };

export type Router = (method: string, path: string) => RouteAnswer;

/**
 * Creates a router, in which a path without placeholders takes precedence over one with
 * placeholders.
 */
export function createRouter(endpoints: readonly Endpoint[]): Router {
  const fixed = new Map<string, Endpoint[]>();
  const patterns: { readonly regex: RegExp; readonly endpoint: Endpoint }[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.path.includes('{')) {
      patterns.push({ regex: patternOf(endpoint.path), endpoint });
    } else {
      fixed.set(endpoint.path, [...(fixed.get(endpoint.path) ?? []), endpoint]);
    }
  }
  return (method, path) => {
    const candidates = fixed.get(path) ?? [];
    const endpoint = candidates.find((candidate) => candidate.method === method);
    if (endpoint !== undefined) return { kind: 'match', match: { endpoint, params: {} } };
    let isKnownPath = candidates.length > 0;
    for (const pattern of patterns) {
      const found = pattern.regex.exec(path);
      if (found === null) continue;
      isKnownPath = true;
      if (pattern.endpoint.method !== method) continue;
      return {
        kind: 'match',
        match: { endpoint: pattern.endpoint, params: decodeParams(found.groups ?? {}) },
      };
    }
    return { kind: isKnownPath ? 'wrong_method' : 'not_found' };
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function decodeParams(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodePart(value)]),
  );
}

function decodePart(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
