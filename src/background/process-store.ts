/**
 * Port: processes that are alive, and the leases they hold. Times are those of the database's
 * clock.
 */
export interface ProcessStore {
  /**
   * Stores a heartbeat, with the root keys of the node's macaroons that calls of this process may
   * carry. Returns the time when it was stored.
   */
  heartbeat(processId: string, role: string, rootKeyIds?: readonly string[]): Promise<Date>;
  /**
   * Declares all other processes gone, for a service that is certainly alone on its database.
   * Earlier processes were killed, so their payments and leases are free at once instead of after a
   * time without heartbeats. Their last heartbeats stay as they are.
   */
  declareOthersGone(processId: string): Promise<void>;
  leave(processId: string): Promise<void>;
  /**
   * Takes a lease, or extends one that the process holds; null while another process holds it. Each
   * new holder gets a higher fence, the number by which the database refuses writes of earlier
   * holders.
   */
  acquireLease(name: string, processId: string, ttlMs: number): Promise<{ fence: bigint } | null>;
  releaseLease(name: string, processId: string): Promise<void>;
  /** The last heartbeat of a process; null when it never had one. */
  lastHeartbeat(processId: string): Promise<Date | null>;
  /** Whether any process that runs jobs has had a heartbeat within the last `withinMs`. */
  hasWorker(withinMs: number): Promise<boolean>;
  /** Lists the processes that have had a heartbeat within the last `withinMs`. */
  listLiving(withinMs: number): Promise<readonly LivingProcess[]>;
  databaseNow(): Promise<Date>;
}

/**
 * The id of a made-up process that stands for all that were alive when the database was found to
 * have been restored to an earlier state. Its last heartbeat is of that moment. It is the sender of
 * what was reserved then, because one of them may have begun to send it.
 */
export const GONE = 'gone';

export interface LivingProcess {
  readonly id: string;
  readonly role: string;
  /**
   * The root keys of the node's macaroons that calls of the process may carry; null for a process
   * of an earlier version, which does not say.
   */
  readonly rootKeyIds: readonly string[] | null;
}
