import { createAlarmStore } from '../../../src/adapters/postgres/operations/alarm-store.ts';
import { createJobStore } from '../../../src/adapters/postgres/operations/job-store.ts';
import { createOutsideStopStore } from '../../../src/adapters/postgres/operations/outside-stop-store.ts';
import { msat } from '../../../src/base/amount.ts';
import { OPERATE_PAGES } from '../../../src/http/pages/operate/operate-pages.ts';
import type { AccountWorld } from '../account-world.ts';
import type { PageTour } from './page-tour.ts';

/** The lists of admins, empty and with something in them. */
export async function tourOperate(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = tour.with(await world.signedIn(await world.addPerson({ isAdmin: true })));
  const paths = OPERATE_PAGES.map(({ path }) => path);
  const views = [
    '',
    '?show=earlier&kind=job_parked',
    '?show=stranded&q=x',
    '?show=waiting&after=1',
  ];
  const all = paths.flatMap((path) => views.map((view) => `${path}${view}`));
  await admin.open(...all, '/operate/alarms?show=earlier');
  const alarms = createAlarmStore(world.database);
  for (let round = 0; round < 2; round += 1) {
    await alarms.raiseAlarm({ kind: 'job_parked', subject: '7', detail: 'test' });
  }
  const jobs = createJobStore(world.database);
  const job = { kind: 'test', payload: {}, dedupeKey: null, runAt: null };
  for (let round = 0; round < 3; round += 1) await jobs.enqueueJob(job);
  const [parked] = await jobs.takeJobs(['test'], 2, 60_000);
  if (parked !== undefined) await jobs.parkJob(parked, 'test');
  const books = createOutsideStopStore(world.database);
  const findings = [{ rule: 'test', subject: 'test', detail: 'test' }];
  const report = { transfersCount: 7n, liabilitiesMsat: msat(0n), nodeMsat: msat(0n) };
  await books.noteBooks({ ...report, findings: [] });
  await admin.open('/operate/books');
  await books.noteBooks({ ...report, findings });
  await admin.open(...all);
}
