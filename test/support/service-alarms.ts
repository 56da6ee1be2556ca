import { field, listOf } from './fields.ts';
import type { RunningService } from './running-service.ts';

/**
 * Alarms of a running service, but for the one about the server's release: all tests share the
 * server that npm brings, whose release no test can choose.
 */
export async function alarmsOf(service: Pick<RunningService, 'cli'>): Promise<readonly unknown[]> {
  const alarms = listOf(await service.cli('alarms'));
  return alarms.filter((alarm) => field(alarm, 'kind') !== 'database_outdated');
}
