import type { PaymentConfig } from '../../payments/payment-config.ts';
import type { RateLimitConfig } from '../../web/rate-limits/rate-limit-config.ts';
import type { Site } from '../../web/site.ts';

/** The operator's settings for the API. */
export interface HttpConfig extends PaymentConfig {
  /** Public URL of the API without a trailing slash; null means the listening address. */
  readonly baseUrl: string | null;
  /** Public URL of the pages, likewise; null means the URL of the API. */
  readonly authUrl: string | null;
  /** The domain behind the `@` of lightning addresses; null means the host of the pages. */
  readonly addressDomain: string | null;
  /** Networks (CIDR) whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly rateLimit: RateLimitConfig;
  readonly site: Site;
  /** Whether successful items of a multi keysend carry an `error` with code 0. */
  readonly multiKeysendError: 'always' | 'failed';
}
