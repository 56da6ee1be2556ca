import type { Config } from './config.ts';

type Addresses = Pick<Config, 'authUrl' | 'baseUrl' | 'host' | 'port'>;

/**
 * The public URL of the pages, without a trailing slash: the configured one, or else the URL of the
 * API, or else the address on which the service listens.
 */
export function authUrlOf({ authUrl, baseUrl, host, port }: Addresses): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return authUrl ?? baseUrl ?? `http://${name}:${port}`;
}

/**
 * The public URL of the API: the configured one, or else the address on which the service listens.
 */
export const baseUrlOf = (addresses: Addresses): string =>
  authUrlOf({ ...addresses, authUrl: null });

/**
 * The domain of lightning addresses when none is configured: the host of the pages, with its port.
 */
export const addressDomainOf = (authUrl: string): string => new URL(authUrl).host;

/** The domain of lightning addresses, which follows the `@`. */
export const addressDomainFor = (config: Addresses & Pick<Config, 'addressDomain'>): string =>
  config.addressDomain ?? addressDomainOf(authUrlOf(config));
