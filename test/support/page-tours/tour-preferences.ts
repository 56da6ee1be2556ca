import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import { textField } from '../fields.ts';
import type { TestRates } from '../test-rates.ts';
import type { PageTour } from './page-tour.ts';

const WISH = {
  language: '',
  unit: 'sat',
  currency: 'EUR',
  time_zone: '',
  theme: 'system',
};

/** Visits all preferences, refused and saved, and the balance and payments with prices. */
export async function tourPreferences(
  world: AccountWorld,
  tour: PageTour,
  { known, past }: TestRates,
): Promise<void> {
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  const hash = await api.receive(5000);
  const visitor = tour.with(await world.signedIn(person));
  for (const field of Object.keys(WISH)) {
    await visitor.submit('/preferences', { ...WISH, [field]: '?' });
  }
  await visitor.submit('/preferences', WISH);
  const readAt = world.clock.now();
  known.set('EUR', { currency: 'EUR', centsPerBtc: 6_425_050n, readAt });
  const invoice = await api.get(`/invoices/${hash}`);
  const paidAt = new Date(textField(invoice.body, 'settled_at'));
  past.push({ currency: 'EUR', centsPerBtc: 6_425_050n, readAt: paidAt });
  const { body } = await visitor.open('/');
  await visitor.open(/href="(\/activity\/[A-Za-z0-9]+)"/.exec(body)?.[1] ?? '');
  await visitor.open(`/statements/${paidAt.toISOString().slice(0, 7)}`);
  await visitor.submit('/receive', { amount: '?', unit: 'EUR' });
  await visitor.submit('/receive', { amount: '5', unit: 'EUR' });
  await visitor.submit('/receive', { amount: '5', unit: 'USD' });
  world.clock.move(3_600_000);
  await visitor.open('/');
  for (const amount of ['?', '1', '1000']) {
    await visitor.submit('/security/payments', { confirm_above: amount });
  }
}
