/** Port: what webhooks of all users wait for. */
export interface BacklogStore {
  /** Active endpoints that have failed since their last success, longest first. */
  listFailing(limit: number): Promise<readonly FailingEndpoint[]>;
  /** Counts up to `most`. */
  readBacklog(most: number): Promise<Backlog>;
}

export interface FailingEndpoint {
  readonly url: string;
  readonly failingSince: Date;
  readonly failures: number;
}

export interface Backlog {
  readonly waiting: number;
  /** When the delivery was due that has waited longest, among those that were counted. */
  readonly oldestDueAt: Date | null;
}
