export interface RateLimitConfig {
  readonly isOn: boolean;
  readonly requestsPerSec: number;
  readonly paymentsPerSec: number;
  readonly paymentsBurst: number;
}
