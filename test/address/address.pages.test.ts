import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addressQrText } from '../../src/address/address-qr-text.ts';
import { qrSvg, readQrSvg } from '../../src/web/qr-picture.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';
import { PAYEE_NPUB } from '../support/zaps/make-zap.ts';

const world = await startAccounts({ after });
const PATH = '/address';

describe('the page of the lightning address', async () => {
  test('a user without one chooses it, and sees it', async () => {
    const browser = await world.signedIn(await world.addPerson());
    const empty = await browser.get(PATH);
    assert.match(readText(empty), /You have no address yet/);
    const answer = await browser.post(PATH, { address_name: ' Zoe.K ' });
    assert.equal(answer.headers.location, PATH);
    const shown = readText(await browser.get(PATH));
    assert.match(shown, /Your Lightning address is zoe\.k@pay\.example/);
    assert.match(shown, /change it 3 times a year/);
  });

  test('shows it as a code that wallets scan, and as a sheet to print', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    assert.equal((await browser.get('/address/print')).headers.location, PATH);
    await browser.post(PATH, { address_name: 'printed' });
    const shown = await browser.get(PATH);
    assert.match(shown.body, /href="\/pay\/printed"/);
    assert.match(shown.body, /data-copy="printed@pay\.example"/);
    const sheet = await browser.get('/address/print');
    assert.equal(sheet.statusCode, 200);
    assert.match(readText(sheet), /printed @pay\.example Scan the code/);
    const { path } = readQrSvg(qrSvg(addressQrText('printed', 'pay.example')));
    for (const page of [shown, sheet]) assert.ok(page.body.includes(path));
    assert.doesNotMatch(sheet.body, new RegExp(`<nav|<form|${person.email}`));
  });

  test('is shown on the start page and to admins', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    assert.doesNotMatch(readText(await browser.get('/')), /Your Lightning address is/);
    await browser.post(PATH, { address_name: 'at-home' });
    assert.match(
      readText(await browser.get('/')),
      /Your Lightning address is at-home@pay\.example .*whoever knows at-home@pay\.example can send/,
    );
    const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
    const user = readText(await admin.get(`/operate/users/${person.user.id}`));
    assert.match(user, /Lightning address at-home@pay\.example/);
  });

  for (const [typed, words] of [
    ['', /Use up to 64 small letters/],
    ['a b', /Use up to 64 small letters/],
    ['support', /This name is reserved/],
    ['taken', /This Lightning address is taken/],
    ['<script>', /Use up to 64 small letters/],
  ] as const) {
    test(`refuses ${JSON.stringify(typed)}, and changes nothing`, async () => {
      const owner = await world.addPerson();
      await world.deps.addressNames.claimName(owner.user.id, 'taken', world.clock.now(), null);
      const person = await world.addPerson();
      const browser = await world.signedIn(person);
      const answer = await browser.post(PATH, { address_name: typed });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert.doesNotMatch(answer.body, /<script>/);
      assert.equal(await world.deps.addressNames.findName(person.user.id), null);
    });
  }

  test('is changed three times, and no more', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    for (const name of ['n0', 'n1', 'n2', 'n3']) await browser.post(PATH, { address_name: name });
    const answer = await browser.post(PATH, { address_name: 'n4' });
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /too often this year/);
    assert.equal(await world.deps.addressNames.findName(person.user.id), 'n3');
  });
});

describe('zaps', async () => {
  const person = await world.addPerson();
  const { id } = person.user;
  await world.deps.addressNames.claimName(id, 'zapped', world.clock.now(), null);
  const browser = await world.signedIn(person);
  const announced = async (): Promise<boolean> =>
    (await world.call('GET', '/.well-known/lnurlp/zapped')).text.includes('allowsNostr');

  test('need a Nostr key, and the page says where it goes', async () => {
    const page = await browser.get(PATH);
    assert.match(readText(page), /put your Nostr public key on your profile/);
    assert.match(page.body, /<a href="\/profile">/);
    assert.equal(await announced(), false);
  });

  test('are on with the key, and the user turns them off and on', async () => {
    await browser.post('/profile', { nostr_key: PAYEE_NPUB });
    assert.match(readText(await browser.get(PATH)), /You accept zaps\./);
    assert.equal(await announced(), true);
    const answer = await browser.post('/address/zaps', { takes_zaps: 'no' });
    assert.equal(answer.headers.location, PATH);
    assert.match(readText(await browser.get(PATH)), /You do not accept zaps any more/);
    assert.equal(await announced(), false);
    await browser.post('/address/zaps', { takes_zaps: 'yes' });
    assert.match(readText(await browser.get(PATH)), /You accept zaps now/);
    assert.equal(await announced(), true);
  });

  test('are no subject for someone without an address', async () => {
    const other = await world.signedIn(await world.addPerson());
    assert.doesNotMatch(readText(await other.get(PATH)), /Nostr/);
  });
});
