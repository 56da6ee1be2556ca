import { systemRandom } from '../../../src/system/system-random.ts';
import { EVENT_TYPES } from '../../../src/webhooks/delivery.ts';
import { newEndpointId } from '../../../src/webhooks/endpoint.ts';
import type { NewEndpoint } from '../../../src/webhooks/endpoint-store.ts';
import { NOW } from '../money-model/events.ts';

/** An endpoint for all events that a user has created. No key opens its secret. */
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
