import type { PaymentConfig } from '../../payments/payment-config.ts';
import type { RateLimitConfig } from '../../web/rate-limits/rate-limit-config.ts';
import type { Site } from '../../web/site.ts';

/** The settings that the HTTP server of the API needs. */
export interface HttpConfig extends PaymentConfig {
  /**
   * The public URL of the API without a trailing slash; null for the address at which the service
   * listens.
   */
  readonly baseUrl: string | null;
  /**
   * The public URL of the pages without a trailing slash; null if they share the URL of the API.
   */
  readonly authUrl: string | null;
  /** The domain behind the `@` of lightning addresses; null for the host of the pages. */
  readonly addressDomain: string | null;
  /** Networks (in CIDR notation) of proxies whose header `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly rateLimit: RateLimitConfig;
  readonly site: Site;
  /**
   * Whether the answer to a multi keysend has a field `error`, with code 0, even for items that
   * succeeded.
   */
  readonly multiKeysendError: 'always' | 'failed';
}
