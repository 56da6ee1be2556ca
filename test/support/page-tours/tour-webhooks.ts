import assert from 'node:assert/strict';
import { MAX_WEBHOOK_ENDPOINTS } from '../../../src/base/limits.ts';
import {
  MAX_EXPLAINED_LENGTHS,
  SHOWN_DELIVERIES,
  WEBHOOK_TESTS,
} from '../../../src/webhooks/limits.ts';
import { createDeliveryStore } from '../../../src/webhooks/sql/delivery-store.ts';
import type { OauthWorld } from '../oauth-world.ts';
import { answered, LEASE_MS } from '../webhooks/claims.ts';
import { addApp, addEndpoint } from '../webhooks/webhook-api.ts';
import { deliverAll } from '../webhooks/webhook-visitor.ts';
import { findLink, type PageTour, type TourBrowser } from './page-tour.ts';
import { addTourist } from './tour-apps.ts';

const HOOK = 'https://shop.example/hook';
const CHAIN_EVENTS = ['onchain.incoming.confirmed', 'onchain.outgoing.confirmed'];
const GOOD = { url: HOOK, filter_type: ['invoice.incoming.settled', ...CHAIN_EVENTS] };
const HELP = '/webhooks/signature-help';

export async function tourEndpoints(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, api } = await addTourist(world, tour);
  const path = '/webhooks/new';
  await visitor.open('/webhooks', HELP);
  await visitor.submit(path, { url: 'x', description: 'x'.repeat(1000), filter_type: [] });
  await visitor.submit(path, { ...GOOD, url: 'https://127.0.0.1/' });
  const one = findLink(await visitor.submit(path, GOOD), /\/ep_\w+$/);
  await visitor.open(one, '/webhooks');
  await visitor.submit(`${one}/edit`, { ...GOOD, url: 'ftp://x' });
  await visitor.submit(`${one}/edit`, { ...GOOD, description: 'Corner Shop' });
  for (const overlap of ['0', '3600']) await visitor.submit(`${one}/secret`, { overlap });
  await visitor.open(one);
  await visitor.send(`${one}/test`);
  await visitor.submit(`${one}/switch-off`);
  for (let count = 1; count <= WEBHOOK_TESTS.burst; count += 1) await visitor.send(`${one}/test`);
  for (let count = 1; count < MAX_WEBHOOK_ENDPOINTS; count += 1) await addEndpoint(api);
  await visitor.submit(path, GOOD);
  await visitor.submit(`${one}/delete`);
}

/** Visits endpoints that have ended with the credential that created them. */
export async function tourEndedEndpoints(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, api } = await addTourist(world, tour);
  const app = await addApp(world, api);
  const ofApp = `/webhooks/${(await addEndpoint(app)).id}`;
  const ofToken = `/webhooks/${(await addEndpoint(api)).id}`;
  await visitor.open(ofApp, ofToken, '/webhooks');
  await visitor.submit(`/apps/${app.appGrantId}/revoke`);
  await visitor.submit(findLink(await visitor.open('/developer/tokens'), /\/revoke$/));
  for (const one of [ofApp, ofToken]) await visitor.submit(`${one}/switch-on`);
  await visitor.open('/webhooks');
}

export async function tourDeliveries(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, api } = await addTourist(world, tour);
  const { id } = await addEndpoint(api, { description: 'Corner Shop' });
  const other = await addEndpoint(api);
  const one = `/webhooks/${id}`;
  const deliver = (...rest: [Parameters<typeof deliverAll>[2], object?]) =>
    deliverAll({ database: world.database() }, id, ...rest);
  await api.receive(100);
  const delivery = await openDelivery(visitor, one);
  for (const status of [302, 410, 500]) {
    await deliver(answered(status, '№'));
    await visitor.open(delivery, one, '/webhooks', '/');
    await visitor.send(`${delivery}/replay`);
  }
  await deliver({ kind: 'failed', errorClass: 'timeout', durationMs: 15_043 });
  await deliverAll({ database: world.database() }, other.id, answered(500));
  await visitor.open(delivery, `${one}?state=succeeded`, '/');
  assert.equal((await visitor.get(`${one}?hash=x`)).statusCode, 400);
  await visitor.send(`${delivery}/replay`);
  await deliver(answered(200));
  await visitor.open(delivery, one, '/webhooks');
  await tourMissed(world, visitor, one, async () => {
    await api.receive(100);
    await deliver(answered(400), { next: { kind: 'exhausted' } });
  });
  await deliver(answered(200));
  await api.receive(100);
  await createDeliveryStore(world.database()).claim([{ endpointId: id, count: 1 }], LEASE_MS);
  await openDelivery(visitor, one);
  for (let count = 0; count < SHOWN_DELIVERIES; count += 1) await api.receive(1);
  await visitor.open(findLink(await visitor.open(one), /before=/));
  await deliver(answered(410), { disables: 'gone' });
  await visitor.open(one, '/', '/webhooks');
}

async function tourMissed(
  world: OauthWorld,
  visitor: TourBrowser,
  one: string,
  miss: () => Promise<void>,
): Promise<void> {
  await miss();
  await openDelivery(visitor, one);
  await visitor.submit(`${one}/recover`, { since: 'x' });
  await visitor.submit(`${one}/recover`, { since: '2020-01-01' });
  await visitor.submit(`${one}/switch-off`);
  await openDelivery(visitor, one);
  const recover = { recover: 'yes', since: world.deps.clock.now().toISOString().slice(0, 10) };
  await visitor.submit(`${one}/switch-on`, { ...recover, since: 'x' });
  await visitor.submit(`${one}/switch-on`, recover);
}

const openDelivery = async (visitor: TourBrowser, one: string): Promise<string> => {
  const path = findLink(await visitor.open(one), /\/msg_\w+$/);
  await visitor.open(path);
  return path;
};

export async function tourSignatures(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, api } = await addTourist(world, tour);
  const { id, secret } = await addEndpoint(api);
  await api.receive(100);
  const sent = await openDelivery(visitor, `/webhooks/${id}`);
  await visitor.submit(`/webhooks/${id}/secret`, { overlap: '3600' });
  const other = await addEndpoint(api, { description: 'Corner Shop' });
  const now = Math.floor(world.clock.now().getTime() / 1000);
  const timestamp = String(now);
  const given = { endpoint: id, message_id: sent.split('/').at(-1) ?? '', signature: 'v1,x' };
  for (const change of [
    { timestamp: '1', body: 'x' },
    { timestamp: String(now - 600), body: 'x' },
    { timestamp: String(now - 18_000), body: 'x' },
    { timestamp: '9999999999', body: '{}' },
    { timestamp, body: '{"amount":1}', secret },
    { timestamp, body: 'x', secret: other.secret },
    { timestamp: '', body: '', message_id: '', signature: '' },
    { timestamp, body: 'x'.repeat(MAX_EXPLAINED_LENGTHS.body + 1) },
    { timestamp, body: 'x', secret: 'x'.repeat(2000) },
  ]) {
    await visitor.submit(HELP, { ...given, ...change });
  }
}
