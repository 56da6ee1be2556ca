import assert from 'node:assert/strict';
import { MAX_PUSH_DEVICES } from '../../../src/push/limits.ts';
import type { AccountWorld } from '../account-world.ts';
import { answer, type scriptedPushService } from '../push/scripted-push-service.ts';
import { sentSubscription } from '../push/sent-subscription.ts';
import { findLink, type PageTour } from './page-tour.ts';

/** Visits browsers that show notices, and the push service of one that answers all kinds of things. */
export async function tourDevices(
  world: AccountWorld,
  tour: PageTour,
  service: ReturnType<typeof scriptedPushService>,
): Promise<void> {
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open('/notices');
  // The newest one is tried, which the list names first.
  for (let seed = 1; seed <= MAX_PUSH_DEVICES + 1; seed += 1) {
    await visitor.send('/notices/devices', sentSubscription(seed));
  }
  await visitor.send('/notices/devices', { ...sentSubscription(1), auth: '' });
  await visitor.send('/notices/pushed', { kind: 'app' });
  const test = findLink(await visitor.open('/notices'), /^\/notices\/devices\/.*\/test$/);
  const act = (name: string) => visitor.send(test.replace(/test$/, name));
  await act('test');
  const { push, pushTests } = world.deps.pages ?? assert.fail('pages are served');
  const id = test.split('/').at(-2) ?? '';
  const retryAt = world.clock.now();
  await push.pushDevices.noteResult(id, { kind: 'later', retryAt, problem: 'status 403' });
  assert(pushTests.acquire(person.user.id), 'no test is under way');
  await act('test');
  pushTests.release(person.user.id);
  for (const name of ['show-details', 'hide-details']) await act(name);
  for (const status of [500, 410]) {
    for (let seed = 1; seed <= MAX_PUSH_DEVICES; seed += 1) {
      service.reply(sentSubscription(seed).endpoint, answer(status));
    }
    await act('test');
  }
  const other = findLink(await visitor.open('/notices'), /^\/notices\/devices\/.*\/remove$/);
  await visitor.send(other);
}

/** Visits the same card where no maker of browsers would accept the contact. */
export async function tourNoDevices(world: AccountWorld, tour: PageTour): Promise<void> {
  await tour.with(await world.signedIn(await world.addPerson())).open('/notices');
}
