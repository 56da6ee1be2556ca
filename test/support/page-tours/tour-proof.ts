import { HOUR_MS } from '../../../src/base/durations.ts';
import { SHOWN_CHECKPOINTS } from '../../../src/proof/limits.ts';
import type { AccountWorld } from '../account-world.ts';
import { publishProofs } from '../proof/published-proofs.ts';
import type { TestServiceStatus } from '../test-service-status.ts';
import { findLink, type PageTour } from './page-tour.ts';

/**
 * Visits the proof of what is owed: none yet, an old one, and many with a gap, for users and for
 * guests.
 */
export async function tourProof(
  world: AccountWorld,
  tour: PageTour,
  serviceStatus: TestServiceStatus,
): Promise<void> {
  const { clock, database } = world;
  const published = await publishProofs(database);
  const person = await world.addPerson();
  const [visitor, guest] = [tour.with(await world.signedIn(person)), tour.with(world.browser())];
  await guest.open('/', '/proof');
  serviceStatus.proofAt = world.clock.now();
  await guest.open('/');
  await visitor.open('/proof', '/proof/mine');
  const begin = Date.now() - (SHOWN_CHECKPOINTS + 9) * HOUR_MS;
  for (let hour = 0; hour <= SHOWN_CHECKPOINTS; hour += 1) {
    await published.publishAt(new Date(begin + hour * HOUR_MS));
  }
  await visitor.open('/proof/mine');
  const newest = await published.make();
  clock.move(newest.time.getTime() - clock.now().getTime());
  const first = await guest.open('/proof');
  await guest.open(findLink(first, /before=/));
  await published.bind();
  const again = tour.with(await world.signedIn(person));
  await again.open('/proof', '/proof/mine', '/proof/mine.json');
  await guest.open('/proof/3.json', '/proof/1-9.json');
  const newcomer = tour.with(await world.signedIn(await world.addPerson()));
  await newcomer.open('/proof/mine');
  await published.make(true);
  await published.publishAt(new Date(clock.now().getTime() + HOUR_MS));
  await guest.open('/proof');
  serviceStatus.readNodeHoldings = async () => null;
  await guest.open('/proof');
  serviceStatus.readNodeHoldings = async () => ({
    holdsSat: 8_760_000n,
    announcedSat: 10_000_000n,
  });
  await guest.open('/proof');
  await tourHome(world, tour, serviceStatus);
  clock.move(4 * HOUR_MS);
  await guest.open('/proof');
  serviceStatus.readNodeHoldings = null;
}

/** Visits what users and admins are told before they see their own money. */
async function tourHome(
  world: AccountWorld,
  tour: PageTour,
  serviceStatus: TestServiceStatus,
): Promise<void> {
  const admin = tour.with(await world.signedIn(await world.addPerson({ isAdmin: true })));
  serviceStatus.coverLost = true;
  serviceStatus.proofAt = new Date(world.clock.now().getTime() - 4 * HOUR_MS);
  await admin.open('/');
  serviceStatus.coverLost = false;
  serviceStatus.proofAt = null;
}
