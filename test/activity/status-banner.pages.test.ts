import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createGaugeStore } from '../../src/admin/gauges/sql/gauge-store.ts';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { STALE_CHECKPOINT_MS } from '../../src/base/limits.ts';
import { rootHash } from '../../src/proof/checkpoint.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { readText } from '../support/page-visitor.ts';
import { publishProofs } from '../support/proof/published-proofs.ts';
import { createTestServiceStatus } from '../support/test-service-status.ts';

/** What people are told of the service as a whole, beside their own money. */
const serviceStatus = createTestServiceStatus();
const world = await startAccounts({ after }, { serviceStatus });
const ann = await world.addPerson();
const user = await world.signedIn(ann);
const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
const guest = world.browser();

const read = async (browser: typeof user, path: string): Promise<string> =>
  readText(await browser.get(path));

describe('Home', () => {
  test('says that the proof of what is owed is too old, from three hours on', async () => {
    const ago = (ms: number): Date => new Date(world.clock.now().getTime() - ms);
    for (const [proofAt, isTold] of [
      [null, false],
      [ago(STALE_CHECKPOINT_MS - 60_000), false],
      [ago(STALE_CHECKPOINT_MS + 60_000), true],
    ] as const) {
      serviceStatus.proofAt = proofAt;
      for (const browser of [user, admin]) {
        const { body } = await browser.get('/');
        assert.equal(body.includes('The proof of what this service owes is too old.'), isTold);
        assert.equal(/notice problem[\s\S]*href="\/proof"/.test(body), isTold);
      }
    }
    serviceStatus.proofAt = null;
  });

  test('tells admins of lost cover, and no one else', async () => {
    serviceStatus.coverLost = true;
    assert.match(await read(admin, '/'), /The node holds less than this service owes\./);
    assert.doesNotMatch(await read(user, '/'), /The node/);
    assert.doesNotMatch(await read(guest, '/'), /The node/);
    serviceStatus.coverLost = false;
    assert.doesNotMatch(await read(admin, '/'), /The node/);
  });
});

test('a stream of a wallet hears nothing of the installation', async () => {
  const mark = async () => /data-live="([^"]+)"/.exec((await user.get('/')).body)?.[1];
  const before = await mark();
  assert(before !== undefined);
  const alarms = createAlarmStore(world.database);
  await alarms.raiseAlarm({ kind: 'job_parked', subject: '1', detail: 'test' });
  const gauges = createGaugeStore(world.database);
  await gauges.addSample({ ...(await gauges.readGauges()), node: null });
  await (await asApiUser(world, (await world.addPerson()).user)).receive(5);
  assert.equal(await mark(), before);
});

describe('beside the proof', () => {
  test('what the operator says stands there only if they publish it, marked as said', async () => {
    const published = await publishProofs(world.database);
    await (await asApiUser(world, ann.user)).receive(21_000);
    const { time } = await published.make();
    world.clock.move(time.getTime() - world.clock.now().getTime());
    assert.doesNotMatch(await read(guest, '/proof'), /Said by the operator/);
    serviceStatus.readNodeHoldings = async () => ({
      holdsSat: 8_760_000n,
      announcedSat: 10_000_000n,
    });
    const text = await read(guest, '/proof');
    assert.match(text, /Said by the operator This part is not proven, only said\./);
    assert.match(text, /The node holds 8,760,000 sat or a little more/);
    assert.match(text, /Capacity of its announced channels 10,000,000 sat/);
    serviceStatus.readNodeHoldings = async () => null;
    assert.match(await read(guest, '/proof'), /The node does not answer at the moment\./);
    serviceStatus.readNodeHoldings = null;
  });

  test('a statement has the root of the newest checkpoint, to print', async () => {
    const browser = await world.signedIn(ann);
    const list = await browser.get('/statements');
    const path = /href="(\/statements\/\d{4}-\d\d)"/.exec(list.body)?.[1] ?? assert.fail();
    const published = await publishProofs(world.database);
    const newest = await published.make();
    const answer = await browser.get(path);
    assert.ok(answer.body.includes(bytesToHex(rootHash(newest))));
    const said = new RegExp(`Newest proof of what is owed Number ${newest.epoch}`);
    assert.match(readText(answer), said);
  });

  test('/proof shows where the key changed, and whether the one before signed it', async () => {
    const published = await publishProofs(world.database);
    await published.make(true);
    const signed = await read(guest, '/proof');
    assert.match(signed, /It has a new key, which the key before signed\./);
    assert.doesNotMatch(signed, /did not sign/);
    await published.publishAt(new Date());
    assert.match(
      await read(guest, '/proof'),
      /It has a new key, which the key before did not sign\./,
    );
  });
});
