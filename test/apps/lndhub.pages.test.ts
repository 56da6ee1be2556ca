import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ConnectionKind } from '../../src/apps/connection-kind.ts';
import { createLndhubKind } from '../../src/apps/lndhub-devices/lndhub-kind.ts';
import { qrSvg, readQrSvg } from '../../src/web/qr-picture.ts';
import { openZeus } from '../support/lndhub/zeus.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';

/** From the page "Connect an app" to the history, with a phone wallet between. */

const connectionKinds: ConnectionKind[] = [];
const world = await startPages({ after }, { connectionKinds });
const { lndhub } = world.deps;
assert(lndhub !== null);
connectionKinds.push(createLndhubKind({ lndhub, baseUrl: () => 'https://wallet.example' }));

const GOOD = {
  name: 'Zeus on my phone',
  kind: 'lndhub',
  preset: 'pay',
  connection_end: '365',
  limit: 'some',
  amount: '5,000',
  interval: 'month',
};

test('1 a phone wallet is connected on a page, pays, and is disconnected there', async () => {
  const visitor = await world.addVisitor();
  await visitor.api.receive(10_000);
  const shown = await visitor.post('/apps/new', GOOD);
  assert.equal(shown.statusCode, 200, readText(shown));
  const plain = shown.body.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
  const link = /lndhub:\/\/wallet:[a-z2-7]{32}@https:\/\/wallet\.example\/lndhub\/ext\//.exec(
    plain,
  );
  assert(link !== null);
  assert.ok(shown.body.includes(readQrSvg(qrSvg(link[0])).path), '1 the QR code is of the link');

  const ask = (method: string, path: string, options?: object) =>
    world.call(method, `/lndhub/ext${path}`, options);
  const hub = { ...world, ask, connect: () => assert.fail('it is connected') };
  const app = await openZeus(hub, link[0]);
  await app.pay(world.node.externalInvoice().bolt11);
  await assert.rejects(
    app.pay(world.node.externalInvoice({ amountMsat: 4_000_000n }).bolt11),
    /over budget/,
  );
  await world.deps.appGrantUses.write();

  const [connection] = await world.deps.appGrants.listAppGrants(visitor.api.user.id);
  assert(connection !== undefined);
  const page = readText(await visitor.get(`/apps/${connection.id}`));
  assert.match(page, /Phone app \(LndHub\)/);
  assert.match(page, /1,001 of 5,000 sat spent/);
  assert.match(page, /Connected Last used on/);
  assert.match(page, /its limit was not high enough/);
  assert.match(readText(await visitor.get('/activity')), /Sent by Zeus on my phone · fee 1 sat/);

  const revoked = await visitor.post(`/apps/${connection.id}/revoke`, {});
  assert.ok([200, 303].includes(revoked.statusCode));
  await assert.rejects(app.balance(), /bad auth/);
  assert.ok(!world.logged().includes(link[0].slice(16, 48)));
});
