import { NO_LIMITS } from '../../../src/authorization/user-limits.ts';
import { sat } from '../../../src/base/amount.ts';
import { createUserLimitStore } from '../../../src/ledger/sql/user-limit-store.ts';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { PageTour } from './page-tour.ts';

/** Visits the pages of a wallet with limits: with room, full, and with more than it may hold. */
export async function tourLimits(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  await (await asApiUser(world, person.user)).receive(500);
  await world.deps.addressNames.claimName(person.user.id, 'full', world.clock.now(), null);
  const limits = createUserLimitStore(world.database, NO_LIMITS);
  const set = (maxBalanceSat: bigint, maxSendDaySat = 1000n) =>
    limits.setLimits(
      person.user.id,
      { maxBalance: sat(maxBalanceSat), maxSendDay: sat(maxSendDaySat) },
      world.clock.now(),
    );
  await set(600n);
  await visitor.open('/');
  await visitor.submit('/receive', { amount: '101' });
  await set(400n);
  await visitor.open('/');
  await visitor.submit('/receive', { amount: '1' });
  await visitor.get('/pay/full');
  await set(600n, 100n);
  for (const amountMsat of [null, 200_000n]) {
    const { bolt11: to } = world.node.externalInvoice({ amountMsat });
    await visitor.submit('/send', { to });
  }
}
