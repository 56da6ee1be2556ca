/** Port: the waiting webhook messages of all users. */
export interface BacklogStore {
  /**
   * Lists active endpoints to which deliveries have failed since their last success, those failing
   * longest first.
   */
  listFailing(limit: number): Promise<readonly FailingEndpoint[]>;
  /** Counts waiting deliveries. Counting stops at `most`, so that a long backlog costs little. */
  readBacklog(most: number): Promise<Backlog>;
}

export interface FailingEndpoint {
  readonly url: string;
  readonly failingSince: Date;
  readonly failures: number;
}

export interface Backlog {
  readonly waiting: number;
  /** When the counted delivery that waits longest was due; null if none waits. */
  readonly oldestDueAt: Date | null;
}
