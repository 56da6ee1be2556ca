import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { TestRates } from '../test-rates.ts';
import type { PageTour } from './page-tour.ts';

const WISH = {
  language: '',
  unit: 'sat',
  currency: 'EUR',
  time_zone: '',
  theme: 'system',
  confirm_above: '1',
};

/** Every preference, refused and saved, and what a price makes of the balance. */
export async function tourPreferences(
  world: AccountWorld,
  tour: PageTour,
  { known }: TestRates,
): Promise<void> {
  const person = await world.addPerson();
  await (await asApiUser(world, person.user)).receive(5000);
  const visitor = tour.with(await world.signedIn(person));
  for (const field of Object.keys(WISH)) {
    await visitor.submit('/preferences', { ...WISH, [field]: '?' });
  }
  await visitor.submit('/preferences', WISH);
  const readAt = world.clock.now();
  known.set('EUR', { currency: 'EUR', centsPerBtc: 6_425_050n, readAt });
  await visitor.open('/');
  await visitor.submit('/receive', { amount: '?', unit: 'EUR' });
  await visitor.submit('/receive', { amount: '5', unit: 'EUR' });
  await visitor.submit('/receive', { amount: '5', unit: 'USD' });
  world.clock.move(3_600_000);
  await visitor.open('/');
  await visitor.submit('/preferences', { ...WISH, confirm_above: '1000' });
}
