import assert from 'node:assert/strict';
import { openSvixPublisher } from '../../src/adapters/svix/publisher.ts';
import { EVENT_TYPES } from '../../src/webhook/delivery.ts';
import { type PublishedEndpoint, PublisherFault } from '../../src/webhook/publisher-port.ts';
import { newSigningSecret } from '../../src/webhook/signing-secret.ts';
import type { Cleanup } from './database.ts';
import { type FakeSvix, type Generation, startFakeSvix } from './fake-svix.ts';
import { createSeededRandom } from './seeded-random.ts';

/** One endpoint and one message, for what is said to a Svix server. */

export const TOKEN = 'testsk_token.eu';
export const SIGNAL = new AbortController().signal;
export const ID = 'ep_2pzSsVkqbEcUIxwcHZnmOjLMeAd';
export const APP = `/app/_${ID}`;
export const ENDPOINT = `${APP}/endpoint/_${ID}`;
export const INCOMING = 'invoice.incoming.settled';

export const random = createSeededRandom(5);

export const endpointOf = (more: Partial<PublishedEndpoint> = {}): PublishedEndpoint => ({
  id: ID,
  isNew: true,
  url: 'https://shop.example/hook',
  description: 'the shop',
  isEnabled: true,
  filterTypes: EVENT_TYPES,
  secrets: [{ secret: newSigningSecret(random), remainingSec: 0 }],
  ...more,
});

export const MESSAGE = {
  endpointId: ID,
  messageId: `msg_${'3f'.repeat(16)}`,
  eventType: INCOMING,
  body: '{"amount":1,"memo":"\\u0000 \\ud800 é","z":1.50}',
  isReplay: false,
};

export function publisherOf(cleanup: Cleanup, url: string, options: { patienceMs?: number } = {}) {
  const publisher = openSvixPublisher({ url, token: TOKEN, ...options });
  cleanup.after(() => publisher.close());
  return publisher;
}

export async function startSvix(cleanup: Cleanup, generation: Generation = 'both') {
  const svix = await startFakeSvix(generation, TOKEN);
  cleanup.after(() => svix.close());
  return { svix, publisher: publisherOf(cleanup, svix.url) };
}

export const keptBy = (svix: FakeSvix) => svix.apps.get(`_${ID}`)?.endpoints.get(`_${ID}`);

export async function faultOf(work: Promise<unknown>): Promise<PublisherFault> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert(error instanceof PublisherFault, `a fault of the publisher, not ${error}`);
  return error;
}
