/**
 * The IP addresses that a URL's host stands for without a DNS query: the address as which it is
 * written, or those of localhost; none for other names. The class URL has already unified all
 * notations of IPv4.
 */
export function ipsOfHost({ hostname }: URL): readonly string[] {
  if (hostname.startsWith('[')) return [hostname.slice(1, -1)];
  if (/^\d+(\.\d+){3}$/.test(hostname)) return [hostname];
  return /^(.+\.)?localhost$/.test(hostname) ? ['127.0.0.1', '::1'] : [];
}

/**
 * Whether a host is a domain name as in RFC 1123, 2.1, where the underscore is allowed as well, as
 * many resolvers accept it. The class URL has already turned international names into ASCII.
 */
export const isDomainName = (host: string): boolean =>
  host.length <= 253 &&
  /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(host);

export const isFullName = (host: string): boolean => host.includes('.');

/**
 * Whether a connection URL names several hosts, as URLs of PostgreSQL may. The class URL reads only
 * some of them.
 */
export function namesSeveralHosts(url: string): boolean {
  const [, authority = ''] = /^[^/]*\/\/([^/?#]*)/.exec(url) ?? [];
  const inQuery = [...url.matchAll(/[?&]host=([^&#]*)/gi)].map(([, hosts = '']) => hosts);
  const named = [authority.slice(authority.lastIndexOf('@') + 1), ...inQuery];
  return named.some((hosts) => /,|%2c/i.test(hosts));
}
