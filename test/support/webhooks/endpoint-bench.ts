import { assert } from '../../../src/base/assert.ts';
import type { DeliveryQuery } from '../../../src/webhooks/delivery-log-store.ts';
import type { EndpointEdit, NewEndpoint } from '../../../src/webhooks/endpoint-store.ts';
import { createDeliveryLogStore } from '../../../src/webhooks/sql/delivery-log-store.ts';
import { createEndpointStore } from '../../../src/webhooks/sql/endpoint-store.ts';
import type { TestDatabase } from '../database.ts';
import { NOW } from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { newEndpoint } from './new-endpoint.ts';

/** Endpoints and settlements in a database of their own. */
export interface EndpointBench {
  readonly world: MoneyWorld;
  readonly endpoints: ReturnType<typeof createEndpointStore>;
  readonly log: ReturnType<typeof createDeliveryLogStore>;
  /** Adds an endpoint, for all events unless the fields say otherwise, and returns its id. */
  add(userId: string, fields?: Partial<NewEndpoint>): Promise<string>;
  edit(userId: string, id: string, fields: Partial<EndpointEdit>): Promise<unknown>;
  /** The deliveries of an endpoint in the order in which they were made, as `type state`. */
  deliveries(endpointId: string): Promise<readonly string[]>;
  /** What is wrong with the books and with the deliveries. */
  findings(): Promise<readonly string[]>;
}

export function createEndpointBench({ database }: TestDatabase): EndpointBench {
  const world = createPostgresWorld(database, false);
  const endpoints = createEndpointStore(database);
  return {
    world,
    endpoints,
    log: createDeliveryLogStore(database),
    add: async (userId, fields = {}) => {
      const endpoint = newEndpoint(userId, fields);
      assert((await endpoints.create(endpoint)) === 'created', 'a new endpoint');
      return endpoint.id;
    },
    edit: (userId, id, fields) =>
      endpoints.edit({ userId, clientId: null, grantId: null }, { ...UNCHANGED, id, ...fields }),
    deliveries: async (endpointId) => {
      const rows = await database.sql<{ text: string }[]>`
        select event_type || ' ' || state as text from webhook_delivery
        where endpoint_id = ${endpointId} order by id`;
      return rows.map(({ text }) => text);
    },
    findings: async () => (await world.findings()).map(String),
  };
}

const UNCHANGED = { url: null, description: null, filterTypes: null, isEnabled: null, at: NOW };

export const logQuery = (
  endpointId: string,
  fields: Partial<DeliveryQuery> = {},
): DeliveryQuery => ({
  endpointId,
  state: null,
  paymentHash: null,
  before: null,
  limit: 100,
  ...fields,
});
