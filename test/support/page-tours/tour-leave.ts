import { randomUUID } from 'node:crypto';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { PageTour } from './page-tour.ts';

const PATHS = ['/leave', '/leave/close'] as const;
const CLOSE = '/leave/close';

/**
 * Visits the pages for closing an account, with and without money, with every refusal and with open
 * payments.
 */
export async function tourLeave(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = tour.with(await world.signedIn(await world.addPerson({ isAdmin: true })));
  await admin.submit(CLOSE);
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open(...PATHS, '/leave/archive.json', '/leave/payments.csv');
  await api.receive(5000);
  await visitor.open(...PATHS);
  await visitor.submit(CLOSE);
  const order = randomUUID();
  await world.database.sql`
    insert into pay_order (id, user_id, text, expires_at)
    values (${order}, ${person.user.id}, 'text', now() + interval '1 hour')`;
  await visitor.submit(CLOSE, { give_up: '5000' });
  await world.database.sql`delete from pay_order where id = ${order}`;
  await visitor.submit(CLOSE, { give_up: '5000' });
  await admin.open('/operate/users', `/operate/users/${person.user.id}`);

  const payer = await world.addPerson();
  const paying = await asApiUser(world, payer.user);
  await paying.receive(5000);
  world.node.plan = { kind: 'hang' };
  const { bolt11 } = world.node.externalInvoice({ amountMsat: 1_000_000n });
  const sentBefore = world.node.sent.length;
  const payment = paying.post('/payments/bolt11', { invoice: bolt11 });
  await world.sent(sentBefore + 1);
  await tour.with(await world.signedIn(payer)).open(...PATHS);
  world.stop();
  await payment;
}
