import type { Config } from './config.ts';

type Addresses = Pick<Config, 'authUrl' | 'baseUrl' | 'host' | 'port'>;

/**
 * Public URL of the pages, without a trailing slash: the configured one, else the URL of the API,
 * else where a service with this configuration listens.
 */
export function authUrlOf({ authUrl, baseUrl, host, port }: Addresses): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return authUrl ?? baseUrl ?? `http://${name}:${port}`;
}

/** Public URL of the API, likewise. */
export const baseUrlOf = (addresses: Addresses): string =>
  authUrlOf({ ...addresses, authUrl: null });

/** The domain of addresses where none is configured: the host of the pages, with its port. */
export const addressDomainOf = (authUrl: string): string => new URL(authUrl).host;

/** Behind the `@` of lightning addresses. */
export const addressDomainFor = (config: Addresses & Pick<Config, 'addressDomain'>): string =>
  config.addressDomain ?? addressDomainOf(authUrlOf(config));
