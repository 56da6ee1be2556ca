import assert from 'node:assert/strict';
import type { DeliveryResult } from '../../../src/webhooks/delivery-result.ts';
import type { FinishedAttempt } from '../../../src/webhooks/delivery-store.ts';
import { createDeliveryStore } from '../../../src/webhooks/sql/delivery-store.ts';
import { readText } from '../page-visitor.ts';
import type { PageWorld, Visitor } from '../page-world.ts';
import { submitForm } from '../submit-form.ts';
import { DELIVERED, finish, LATER, LEASE_MS } from './claims.ts';
import { INCOMING, OUTGOING } from './webhook-api.ts';

/** Webhooks as users see them on the pages, and a worker whose receivers answer by a plan. */

export const NEW_PATH = '/webhooks/new';
export const GOOD = {
  url: 'https://shop.example/webhook',
  description: 'Shop server',
  filter_type: [INCOMING, OUTGOING],
};

export interface MadeEndpoint {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

export async function makeEndpoint(
  visitor: Visitor,
  fields: Partial<typeof GOOD> = {},
): Promise<MadeEndpoint> {
  const answer = await submitForm(visitor, NEW_PATH, { ...GOOD, ...fields });
  assert.equal(answer.statusCode, 200, readText(answer));
  const secret = /Signing secret (whsec_[A-Za-z0-9+/]{32}) /.exec(readText(answer))?.[1];
  const path = /href="(\/webhooks\/(ep_\w{27}))"/.exec(answer.body);
  assert(secret !== undefined && path?.[1] !== undefined && path[2] !== undefined);
  return { id: path[2], secret, path: path[1] };
}

/** Makes one attempt for each delivery of the endpoint that is due, and returns their number. */
export async function deliverAll(
  { database }: Pick<PageWorld, 'database'>,
  endpointId: string,
  result: DeliveryResult,
  more: Partial<FinishedAttempt> = {},
): Promise<number> {
  const store = createDeliveryStore(database);
  const claims = await store.claim([{ endpointId, count: 100 }], LEASE_MS);
  const isSuccess = result.kind === 'answered' && result.status < 300;
  const next = more.next ?? (isSuccess ? DELIVERED : LATER);
  await store.record(claims.map((claim) => finish(claim, result, next, more)));
  return claims.length;
}

/** The paths of the deliveries on the endpoint's page, the newest first. */
export async function deliveryPaths(visitor: Visitor, path: string): Promise<readonly string[]> {
  const { body } = await visitor.get(path);
  return [...body.matchAll(/href="(\/webhooks\/ep_\w+\/deliveries\/msg_\w+)"/g)].flatMap(
    ([, found]) => found ?? [],
  );
}
