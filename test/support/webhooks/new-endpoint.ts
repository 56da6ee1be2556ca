import { systemRandom } from '../../../src/system/system-random.ts';
import { EVENT_TYPES } from '../../../src/webhooks/delivery.ts';
import { newEndpointId } from '../../../src/webhooks/endpoint.ts';
import type { NewEndpoint } from '../../../src/webhooks/endpoint-store.ts';
import { NOW } from '../money-model/events.ts';

/** For all events, created by the user; with a secret that no key opens. */
export const newEndpoint = (userId: string, fields: Partial<NewEndpoint> = {}): NewEndpoint => ({
  id: newEndpointId(systemRandom),
  userId,
  clientId: null,
  grantId: null,
  url: 'https://receiver.example/hook',
  description: '',
  filterTypes: EVENT_TYPES,
  sealedSecret: new Uint8Array([1]),
  maxEndpoints: 10,
  at: NOW,
  ...fields,
});
