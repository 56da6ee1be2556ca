/**
 * A pattern for Host headers that name the same place as a URL: in upper or lower case, with or
 * without the default port of the scheme, with or without the dot that ends a full name (RFC 9110,
 * 4.2.3; RFC 3986, 6.2). With `any`, every port is accepted, for use where the name alone tells two
 * hosts apart.
 */
export function hostPattern({ hostname, port, protocol }: URL, ports: 'its' | 'any'): RegExp {
  const name = escapePattern(hostname.replace(/\.$/, ''));
  return new RegExp(`^${name}\\.?${ports === 'any' ? '(:\\d*)?' : ownPort(port, protocol)}$`, 'i');
}

/**
 * A pattern for the host of the pages, where it differs from that of the API; null if both are the
 * same.
 */
export function pagesHostPattern(authUrl: string, baseUrl: string): RegExp | null {
  const [pages, api] = [new URL(authUrl), new URL(baseUrl)];
  if (hostPattern(api, 'its').test(pages.host)) return null;
  const isSameName = hostPattern(api, 'any').test(pages.hostname);
  // If pages and API have different host names, every port is accepted, as some proxies leave the
  // port out, or write the one that they listen on.
  return hostPattern(pages, isSameName ? 'its' : 'any');
}

const ownPort = (port: string, protocol: string): string =>
  port === '' ? `(:(${protocol === 'http:' ? '80' : '443'})?)?` : `:${port}`;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
