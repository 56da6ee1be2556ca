import { NODE_PUBKEY } from '../money-model/events.ts';
import { addActions } from './add-actions.ts';
import { addGauges } from './add-gauges.ts';
import { addOpenPayments, addUnclaimed } from './add-money.ts';
import { addPeople } from './add-people.ts';
import { addAlarms, addBackups, addEndpoints, addJobs } from './add-rows.ts';
import { noteBooks } from './break-operate.ts';
import type { OperateSite } from './operate-site.ts';

/** Adds rows for every list of operators, including long ones. The books balance. */
export async function fillOperate(site: OperateSite): Promise<void> {
  await site.money.setBaseline(NODE_PUBKEY, 0n);
  const users = await addPeople(site);
  await addOpenPayments(site, users);
  await addUnclaimed(site);
  await addEndpoints(site, users);
  await addAlarms(site);
  await addJobs(site);
  await addBackups(site);
  await addGauges(site);
  await addActions(site);
  await noteBooks(site, []);
}
