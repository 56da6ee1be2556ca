import type { Config } from '../config/config.ts';

type Addresses = Pick<Config, 'authUrl' | 'baseUrl' | 'host' | 'port'>;

/**
 * Public address of the pages, without a slash at its end: what the operator said, else that of the
 * API, else where a service with this configuration listens.
 */
export function authUrlOf({ authUrl, baseUrl, host, port }: Addresses): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return authUrl ?? baseUrl ?? `http://${name}:${port}`;
}
