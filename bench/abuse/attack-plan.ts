/** What an attacker does, at a rate slightly above the limits. */
export interface AttackPlan {
  readonly origin: string;
  /** The IP address that the attacker calls from. */
  readonly address: string;
  readonly perSec: number;
  /**
   * The number of requests after which the attacker ends, or holds its connections if it reads no
   * answers; null to continue until it is ended.
   */
  readonly count: number | null;
  readonly readsAnswers: boolean;
  /** The requests, which are sent in turn, again and again. */
  readonly requests: readonly AttackRequest[];
}

export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body. If answers are not read, each character is written as one byte, so that the body may
   * consist of frames.
   */
  readonly body?: string;
  /** How often the body is written if answers are not read; undefined for once. */
  readonly times?: number;
  /** Whether the connection is closed at once if answers are not read. */
  readonly hangsUp?: boolean;
}
