import { field, listOf } from './fields.ts';
import type { RunningService } from './running-service.ts';

/**
 * The alarms of a running service, without the one about the release of the database server. All
 * tests share the server that npm installs, whose release no test can choose.
 */
export async function alarmsOf(service: Pick<RunningService, 'cli'>): Promise<readonly unknown[]> {
  const alarms = listOf(await service.cli('alarms'));
  return alarms.filter((alarm) => field(alarm, 'kind') !== 'database_outdated');
}
