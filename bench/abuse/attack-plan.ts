/** What an attacker does, at a rate slightly above the limits. */
export interface AttackPlan {
  readonly origin: string;
  /** The IP address that the attacker calls from. */
  readonly address: string;
  readonly perSec: number;
  /**
   * Then it ends by itself, or holds its connections if it reads no answers; null to go on until it
   * is ended.
   */
  readonly count: number | null;
  readonly readsAnswers: boolean;
  /** Sent in turn, over and over. */
  readonly requests: readonly AttackRequest[];
}

export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One byte for each character where answers are not read, so that it may be frames. */
  readonly body?: string;
  /** How often the body is written where answers are not read; once if left out. */
  readonly times?: number;
  /** Closes its connection at once where answers are not read. */
  readonly hangsUp?: boolean;
}
