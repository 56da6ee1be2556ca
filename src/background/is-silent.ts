import type { ProcessStore } from './process-store.ts';

/**
 * Whether a process has shown no heartbeat for so long that none of its requests can still be on
 * its way.
 */
export async function isSilent(
  processes: Pick<ProcessStore, 'lastHeartbeat' | 'databaseNow'>,
  processId: string,
  graceSec: number,
): Promise<boolean> {
  const lastHeartbeat = await processes.lastHeartbeat(processId);
  if (lastHeartbeat === null) return true;
  const now = await processes.databaseNow();
  return now.getTime() - lastHeartbeat.getTime() > graceSec * 1000;
}
