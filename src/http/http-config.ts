import type { PaymentConfig } from '../wallet/payment-config.ts';

/** What the operator decided about the API. */
export interface HttpConfig extends PaymentConfig {
  /** Public address of the API, without a slash at its end; null: where the server listens. */
  readonly baseUrl: string | null;
  /** Public address of the pages, likewise; null: the same as that of the API. */
  readonly authUrl: string | null;
  /** Addresses (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly rateLimit: RateLimitConfig;
  /** Whether items of a multi keysend that succeeded carry an `error` that says so. */
  readonly multiKeysendError: 'always' | 'failed';
}

export interface RateLimitConfig {
  readonly isOn: boolean;
  readonly requestsPerSec: number;
  readonly paymentsPerSec: number;
  readonly paymentsBurst: number;
}
