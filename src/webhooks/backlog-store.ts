/** Port: the backlog of webhooks of all users. */
export interface BacklogStore {
  /** Lists active endpoints that have failed since their last success, longest first. */
  listFailing(limit: number): Promise<readonly FailingEndpoint[]>;
  /** Counts waiting deliveries, and stops counting at `most`. */
  readBacklog(most: number): Promise<Backlog>;
}

export interface FailingEndpoint {
  readonly url: string;
  readonly failingSince: Date;
  readonly failures: number;
}

export interface Backlog {
  readonly waiting: number;
  /** The time when the oldest of the counted deliveries was due. */
  readonly oldestDueAt: Date | null;
}
