import { READING_PAGES } from '../../../src/admin/admin.ts';
import type { AccountWorld } from '../account-world.ts';
import { ACTED } from '../operate/add-actions.ts';
import { FIRST_NAMES, LAST_NAMES } from '../operate/add-people.ts';
import { ALARMS } from '../operate/add-rows.ts';
import { FINDINGS, noteBooks } from '../operate/break-operate.ts';
import { fillOperate } from '../operate/fill-operate.ts';
import { withOperateSite } from '../operate/operate-site.ts';
import { findLink, type PageTour, type TourBrowser } from './page-tour.ts';

/** Texts in the rows of these lists; everything else is code, numbers or times. */
export const OPERATE_DATA: readonly string[] = [
  ...FIRST_NAMES,
  ...LAST_NAMES,
  ...ALARMS.flatMap(({ detail, subject, note = '' }) => [detail, subject, note]),
  ...ACTED.flatMap(({ detail, outcome }) => Object.values({ ...detail, ...outcome })),
];

/** Visits the lists of admins, both empty and filled. */
export async function tourOperate(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = tour.with(await world.signedIn(await world.addPerson({ isAdmin: true })));
  const { database, ownerUrl } = world;
  await openAll(admin);
  await admin.submit('/operate/first-steps/hide');
  await admin.submit('/operate/first-steps/show');
  await withOperateSite({ database, ownerUrl }, fillOperate);
  await openAll(admin);
  await admin.open(findLink(await admin.open('/operate/users'), /after=/));
  await noteBooks({ database }, FINDINGS);
  await admin.open('/operate/books');
}

const VIEWS = ['', '?show=earlier&kind=job_parked', '?show=stranded&q=x', '?show=waiting'];

async function openAll(admin: TourBrowser): Promise<void> {
  const paths = READING_PAGES.filter(
    ({ method, path }) => method === 'GET' && !path.includes(':'),
  ).map(({ path }) => path);
  await admin.open(...paths.flatMap((path) => VIEWS.map((view) => `${path}${view}`)));
  await admin.open('/operate/alarms?show=earlier', '/operate/payments?show=stranded');
}
