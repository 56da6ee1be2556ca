import postgres from 'postgres';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { PageTour } from './page-tour.ts';

const TOLD = [
  ['received', '', { identifier: '1' }, 1],
  ['received', 'more', { identifier: '1' }, 2],
  ['ended', 'settled', { identifier: '1' }, 1],
  ['ended', 'failed', { identifier: '1' }, 1],
  ['asked', '', { requestId: '1' }, 1],
  ['approval', '1', { grantId: '1', approvalId: '1', name: '№' }, 1],
  ['limit', '', { limitSat: '7' }, 1],
  ['budget', '1', { grantId: '1', percent: 80 }, 1],
  ['budget', '2', { grantId: '1', percent: 100 }, 1],
  ['app', '1', { grantId: '1', name: '№' }, 1],
  ['sign_in', '1', { device: '№', address: '1' }, 1],
  ['webhook_off', '1', { endpointId: '1', url: '№' }, 1],
  ['alarm', '', {}, 1],
] as const;

/** Visits every kind of notice, alone and together with others of its kind. */
export async function tourNotices(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  await asApiUser(world, person.user);
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open('/notices');
  const owner = postgres(world.ownerUrl, { max: 1 });
  try {
    for (const isMore of [false, true]) {
      for (const [kind, subject, detail, count] of TOLD) {
        await owner`
          select add_notice(${person.user.id}, ${kind}, ${subject}, ${owner.json(detail)}, ${count},
            ${isMore})`;
      }
      await visitor.open('/notices');
    }
  } finally {
    await owner.end();
  }
  await visitor.send('/notices/ways', { received: 'mail' });
  const admin = await world.addPerson({ isAdmin: true });
  await tour.with(await world.signedIn(admin)).open('/notices');
}
