import { SHOWN_CHECKPOINTS } from '../../../src/base/proof-limits.ts';
import type { AccountWorld } from '../account-world.ts';
import { publishProofs } from '../proof/published-proofs.ts';
import { findLink, type PageTour } from './page-tour.ts';

const HOUR_MS = 3_600_000;

/** What is owed: nothing yet, an old one, many with a gap, for users and for guests. */
export async function tourProof(world: AccountWorld, tour: PageTour): Promise<void> {
  const { clock, database } = world;
  const published = await publishProofs(database);
  const person = await world.addPerson();
  const [visitor, guest] = [tour.with(await world.signedIn(person)), tour.with(world.browser())];
  await guest.open('/', '/proof');
  await visitor.open('/proof', '/proof/mine');
  const begin = Date.now() - (SHOWN_CHECKPOINTS + 9) * HOUR_MS;
  for (let hour = 0; hour <= SHOWN_CHECKPOINTS; hour += 1) {
    await published.publishAt(new Date(begin + hour * HOUR_MS));
  }
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
  clock.move(4 * HOUR_MS);
  await guest.open('/proof');
}
