/** Port: the waiting webhook messages of all users. */
export interface BacklogStore {
  /**
   * Lists active endpoints that have failed since their last success, those failing longest first.
   */
  listFailing(limit: number): Promise<readonly FailingEndpoint[]>;
  /** Counts waiting deliveries, up to `most`. */
  readBacklog(most: number): Promise<Backlog>;
}

export interface FailingEndpoint {
  readonly url: string;
  readonly failingSince: Date;
  readonly failures: number;
}

export interface Backlog {
  readonly waiting: number;
  /** When the oldest of the counted deliveries was due; null if there is none. */
  readonly oldestDueAt: Date | null;
}
