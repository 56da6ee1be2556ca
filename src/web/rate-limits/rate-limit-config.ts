/** The operator's settings for how often the API may be called. */

export interface RateLimitConfig {
  readonly isOn: boolean;
  readonly requestsPerSec: number;
  readonly paymentsPerSec: number;
  readonly paymentsBurst: number;
}
