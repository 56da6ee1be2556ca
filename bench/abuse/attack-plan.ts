/** What an attacker does, at a rate slightly above the limits. */
export interface AttackPlan {
  readonly origin: string;
  /** The IP address that the attacker calls from. */
  readonly address: string;
  readonly perSec: number;
  /** Then it ends by itself; null to go on until it is ended. */
  readonly count: number | null;
  readonly readsAnswers: boolean;
  /** Sent in turn, over and over. */
  readonly requests: readonly AttackRequest[];
}

export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
