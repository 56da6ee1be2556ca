import assert from 'node:assert/strict';
import { LONG_UNKNOWN_MS } from '../../../src/activity/limits.ts';
import type { ApiUser } from '../api-user.ts';
import { eventually } from '../eventually.ts';
import type { OauthWorld } from '../oauth-world.ts';
import { findLink, type TourBrowser } from './page-tour.ts';

/**
 * Visits the page of a payment from the hand-over to the node until long after the node fell
 * silent. Running calls are stopped at the end.
 */
export async function tourPending(
  world: OauthWorld,
  { visitor, api }: { readonly visitor: TourBrowser; readonly api: ApiUser },
  stop: () => Promise<void>,
): Promise<void> {
  const path = findLink(await visitor.open('/activity?state=pending'), /^\/activity\/\w+$/);
  await visitor.open(path);
  const [payment] = (await world.deps.payments.listOpenPayments()).filter(
    ({ userId }) => userId === api.user.id,
  );
  assert(payment !== undefined);
  await world.deps.payments.markAcknowledged({ paymentId: payment.id, paymentIndex: 99n });
  await visitor.open(path);
  world.clock.move(3_600_000);
  await visitor.open(path);
  await stop();
  // The call of the payment is answered before the new state of the payment is written.
  await eventually('the payment is not known to be over', async () => {
    const open = await world.deps.payments.listOpenPayments();
    return open.find(({ id, state }) => id === payment.id && state === 'unknown') ?? null;
  });
  await visitor.open(path);
  world.clock.move(LONG_UNKNOWN_MS);
  await visitor.open(path);
}
