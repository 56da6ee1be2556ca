import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import { MAX_CHECKPOINTS_PER_FILE } from '../../src/proof/limits.ts';
import { verifyProof } from '../../src/proof/verify-proof.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { readText } from '../support/page-visitor.ts';
import { publishProofs } from '../support/proof/published-proofs.ts';
import { SAMPLE_KEY } from '../support/proof/sample-proofs.ts';

const world = await startAccounts({ after });
const published = await publishProofs(world.database);
const guest = world.browser();
const ann = await world.addPerson();

const setClock = (time: Date): void =>
  world.clock.move(time.getTime() - world.clock.now().getTime());

test('before the first one, it says when there will be one', async () => {
  assert.match(readText(await guest.get('/proof')), /Nothing published yet/);
  const browser = await world.signedIn(ann);
  assert.match(readText(await browser.get('/proof/mine')), /Nothing published yet/);
  assert.equal((await browser.get('/proof/mine.json')).statusCode, 404);
  assert.equal((await guest.get('/proof/1.json')).statusCode, 404);
});

test('27 what users get holds, and is about them', async () => {
  await (await asApiUser(world, ann.user)).receive(21_000);
  const made = await published.make();
  setClock(made.time);
  const browser = await world.signedIn(ann);
  const text = readText(await browser.get('/proof/mine'));
  assert.match(text, /You are counted with 21,000 sat/);
  const verified = verifyProof({
    checkpoint: (await guest.get(`/proof/${made.epoch}.json`)).body,
    mine: (await browser.get('/proof/mine.json')).body,
    key: SAMPLE_KEY.publicKey,
    identifier: ann.user.identifier,
  });
  assert(verified.ok);
  assert.equal(verified.value.mine?.msat, 21_000_000n);
});

test('a file that is kept from a page fits the checkpoint of that page', async () => {
  const { epoch } = await published.make();
  const browser = await world.signedIn(ann);
  await published.make();
  const mine = JSON.parse((await browser.get(`/proof/mine.json?epoch=${epoch}`)).body);
  assert.equal(mine.epoch, String(epoch));
  assert.equal((await browser.get('/proof/mine.json?epoch=99')).statusCode, 404);
});

test('after a restore the file is missing until the next checkpoint, and the page says so', async () => {
  await world.database.sql`update proof_checkpoint set run_id = null, seed = null`;
  const browser = await world.signedIn(ann);
  assert.match(readText(await browser.get('/proof/mine')), /Your file is not here at the moment/);
  await published.make();
  assert.match(readText(await browser.get('/proof/mine')), /You are counted with 21,000 sat/);
});

test('12 nobody sees the file of another, and guests see none', async () => {
  const other = await world.addPerson();
  await published.make();
  const browser = await world.signedIn(other);
  for (const path of ['/proof/mine', '/proof/mine.json']) {
    const { body } = await browser.get(path);
    assert.doesNotMatch(body, new RegExp(ann.user.identifier), path);
    assert.match(body, new RegExp(other.user.identifier), path);
    const asked = await guest.get(path);
    assert.equal(asked.statusCode, 303, path);
    assert.equal(asked.headers.location, '/sign-in', path);
  }
});

test('what everyone sees names no user', async () => {
  const { epoch } = await published.make();
  for (const path of ['/proof', `/proof/${epoch}.json`, `/proof/1-${epoch}.json`]) {
    const answer = await guest.get(path);
    assert.equal(answer.statusCode, 200, path);
    assert.doesNotMatch(answer.body, new RegExp(`${ann.user.identifier}|nonce|path|seed`), path);
  }
});

describe('files of several', () => {
  test('are a chain', async () => {
    const { epoch } = await published.make();
    const { body } = await guest.get(`/proof/1-${epoch}.json`);
    const verified = verifyProof({ checkpoint: body, mine: null, key: null, identifier: null });
    assert(verified.ok);
    assert.equal(verified.value.published.checkpoint.epoch, epoch);
  });

  for (const name of [
    '0.json',
    '01.json',
    '-1.json',
    '2-1.json',
    `1-${MAX_CHECKPOINTS_PER_FILE + 1}.json`,
    '1-99.json',
    '9999999999999999999.json',
    '1',
    'x.json',
    '1.json.',
    'mine.json.json',
  ]) {
    test(`${name} is none`, async () => {
      assert.equal((await guest.get(`/proof/${name}`)).statusCode, 404);
    });
  }
});

test('one that is older than three hours is shown as too old', async () => {
  const made = await published.make();
  setClock(new Date(made.time.getTime() + 2.9 * HOUR_MS));
  assert.doesNotMatch(readText(await guest.get('/proof')), /Too old/);
  setClock(new Date(made.time.getTime() + 3.1 * HOUR_MS));
  assert.match(readText(await guest.get('/proof')), /There should be one every hour.*Too old/s);
  const browser = await world.signedIn(ann);
  assert.match(readText(await browser.get('/proof/mine')), /There should be one every hour/);
});

test('a gap between two is shown', async () => {
  const made = await published.make();
  const gap = (text: string) => text.match(/there was none for (\d+) hours/g);
  assert.equal(gap(readText(await guest.get('/proof'))), null);
  await published.publishAt(new Date(made.time.getTime() + 5 * HOUR_MS));
  assert.deepEqual(gap(readText(await guest.get('/proof'))), ['there was none for 5 hours']);
});

test('never does it call itself a proof of reserves, and says what it does not show', async () => {
  const text = readText(await guest.get('/proof'));
  assert.doesNotMatch(text, /reserve(?!d)/i);
  assert.match(text, /does not show that the money is there/);
});

test('statements and the start page lead there', async () => {
  assert.match((await guest.get('/')).body, /href="\/proof"/);
  const browser = await world.signedIn(ann);
  assert.match((await browser.get('/statements')).body, /href="\/proof\/mine"/);
});
