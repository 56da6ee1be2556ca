/** What an attacker does, as fast as the limits let somebody do it and a little faster. */
export interface AttackPlan {
  readonly origin: string;
  /** The address that the attacker calls from. */
  readonly address: string;
  readonly perSec: number;
  readonly readsAnswers: boolean;
  /** In turn, again and again. */
  readonly requests: readonly AttackRequest[];
}

export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
