/** Port: living processes and who leads what. Time is the database's own clock. */
export interface ProcessStore {
  heartbeat(processId: string, role: string): Promise<void>;
  /**
   * Only for a service that is alone on its database for certain: its predecessors were killed, and
   * what they drove and led is free at once. Their last heartbeats stay what they were.
   */
  declareOthersGone(processId: string): Promise<void>;
  leave(processId: string): Promise<void>;
  /** Null while another process holds it. The fence grows with every new holder. */
  acquireLease(name: string, processId: string, ttlMs: number): Promise<{ fence: bigint } | null>;
  releaseLease(name: string, processId: string): Promise<void>;
  /** Last heartbeat of a process, null when it never had one. */
  lastHeartbeat(processId: string): Promise<Date | null>;
  databaseNow(): Promise<Date>;
}
