import type { PaymentConfig } from '../payments/payment-config.ts';

/** The operator's settings for the API. */
export interface HttpConfig extends PaymentConfig {
  /** Public URL of the API without a trailing slash; null means the listening address. */
  readonly baseUrl: string | null;
  /** Public URL of the pages, likewise; null means the URL of the API. */
  readonly authUrl: string | null;
  /** Behind the `@` of lightning addresses; null means the host of the pages. */
  readonly addressDomain: string | null;
  /** Networks (CIDR) whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly rateLimit: RateLimitConfig;
  readonly site: Site;
  /** Whether successful items of a multi keysend carry an `error` with code 0. */
  readonly multiKeysendError: 'always' | 'failed';
}

/** What the operator calls the service, and how people reach them. */
export interface Site {
  readonly name: string;
  /** An e-mail address, or the https address of a page. */
  readonly operatorContact: string | null;
}

export interface RateLimitConfig {
  readonly isOn: boolean;
  readonly requestsPerSec: number;
  readonly paymentsPerSec: number;
  readonly paymentsBurst: number;
}
