import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { qrSvg, readQrSvg } from '../../src/web/qr-picture.ts';
import { startAccounts } from '../support/account-world.ts';
import type { Answer } from '../support/browser.ts';
import { field } from '../support/fields.ts';
import { readText } from '../support/page-visitor.ts';

/** Payers in a browser, without an account. Numbers: the checklist of LNURL. */

const world = await startAccounts({ after });
const { addressNames, addressInvoices, users } = world.deps;
const ann = await world.addPerson();
await addressNames.claimName(ann.user.id, 'ann.b', world.clock.now(), null);
await users.updateUser(ann.user.id, { name: 'Ann' });

const make = (fields: Readonly<Record<string, string>>, path = '/pay/ann.b'): Promise<Answer> =>
  world.browser().postPlain(path, fields);

/** The path of the invoice that this form made. */
async function made(fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await make(fields);
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location);
}

const open = (path: string): Promise<Answer> => world.browser().get(path);

/** The invoice of a page that waits for its payment. */
function invoiceOn(page: Answer): { readonly bolt11: string; readonly paymentHash: string } {
  const bolt11 = /href="lightning:(ln[a-z0-9]+)"/.exec(page.body)?.[1] ?? '';
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok, page.body);
  return { bolt11, paymentHash: decoded.value.paymentHash };
}

/** The page counts the seconds that are left, which may differ from one answer to the next. */
function withoutSeconds({ body }: Answer): string {
  const parts = body.split(/(?<= data-(?:watch|left)-sec=")[0-9]+(?=")/);
  assert.equal(parts.length, 3, body);
  return parts.join('');
}

const stateAt = async (path: string): Promise<unknown> =>
  field((await open(`${path}/state`)).json(), 'state');

describe('the page where anyone pays', () => {
  test('tells the address and the name, sets no cookie, and is not to be found', async () => {
    const answer = await open('/pay/ann.b');
    assert.equal(answer.statusCode, 200);
    const text = readText(answer);
    assert.match(text, /Pay Ann ann\.b@pay\.example/);
    for (const secret of [ann.email, ann.user.id, ann.user.identifier]) {
      assert.doesNotMatch(answer.body, new RegExp(secret));
    }
    assert.deepEqual(answer.cookies, []);
    assert.equal(answer.headers['x-robots-tag'], 'noindex');
    assert.match(answer.body, /<meta name="robots" content="noindex">/);
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
  });

  test('tells a chat what to show of its link, and no other page does', async () => {
    const { body } = await open('/pay/ann.b');
    const told = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`)
        .exec(body)?.[1]
        ?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    const address = `${world.accounts.authUrl()}/pay/ann.b`;
    assert.equal(told('og:url'), address);
    assert.equal(told('og:title'), 'Pay Ann');
    assert.match(told('og:description') ?? '', /^Choose an amount\. You get an invoice/);
    assert.equal(told('description'), told('og:description'));
    const picture = new URL(told('og:image') ?? '');
    assert.equal(picture.origin, new URL(address).origin);
    assert.equal((await open(picture.pathname)).headers['content-type'], 'image/png');
    assert.doesNotMatch((await open('/sign-in')).body, /og:/);
  });

  test('is the same for its owner, who is signed in', async () => {
    const own = await (await world.signedIn(ann)).get('/pay/ann.b');
    assert.equal(own.body, (await open('/pay/ann.b')).body);
  });

  test('2 whatever capitals it is asked with, and with a tag', async () => {
    assert.equal((await open('/pay/Ann.B')).body, (await open('/pay/ann.b')).body);
    const tagged = await make({ amount: '7' }, '/pay/ann.b+shop');
    const location = String(tagged.headers.location);
    assert.match(location, /^\/pay\/ann\.b\+shop\/[A-Za-z0-9]{24}$/);
    const { paymentHash } = invoiceOn(await open(location));
    const found = await world.deps.invoices.findInvoiceByHash(paymentHash);
    const metadata =
      '[["text/identifier","ann.b@pay.example"],["text/plain","Sats for Ann"],["text/tag","shop"]]';
    assert.equal(found?.invoice.descriptionHash, hash('sha256', metadata));
  });

  test('2 3 of no one, of a disabled user and of what is no name is the same', async () => {
    const shut = await world.addPerson();
    await addressNames.claimName(shut.user.id, 'shut', world.clock.now(), null);
    const path = String((await make({ amount: '5' }, '/pay/shut')).headers.location);
    await users.updateUser(shut.user.id, { disabledAt: world.clock.now() });
    const unknown = await open('/pay/no-one');
    assert.equal(unknown.statusCode, 404);
    for (const name of ['shut', '%00', 'a%2Fb', '%C3%A4', 'ann.b%20', 'x'.repeat(65), '..a', '+']) {
      const answer = await open(`/pay/${name}`);
      assert.equal(answer.statusCode, 404, name);
      assert.equal(answer.body, unknown.body, name);
      const sent = await make({ amount: '1' }, `/pay/${name}`);
      assert.deepEqual([sent.statusCode, sent.body], [404, unknown.body], name);
    }
    assert.equal((await open('/pay/shut/xxxxxxxxxxxxxxxxxxxxxxxx')).body, unknown.body);
    // What was asked for before still arrives.
    assert.equal((await open(path)).statusCode, 200);
  });

  test('4 says the configured domain, whatever host it was asked at', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const browser = world.browser();
    const path = await made({ amount: '9' });
    for (const address of ['/pay/ann.b', path]) {
      const answer = await browser.get(address, headers);
      assert.equal(answer.statusCode, 200);
      assert.doesNotMatch(answer.body, /evil/);
    }
  });

  test('a link may fill in the form, and nothing happens', async () => {
    world.takeStatements();
    const answer = await open('/pay/ann.b?amount=2100&comment=%22%3E%3Cscript%3E');
    assert.match(answer.body, /name="amount" type="text" value="2100"/);
    assert.doesNotMatch(answer.body, /<script>/);
    assert.equal(world.takeStatements().length, 1, 'only the name is looked up');
  });
});

describe('making an invoice', () => {
  test('leads to a page of its own, and a reload makes no other', async () => {
    const path = await made({ amount: '1,000', comment: ' Thank you ' });
    assert.match(path, /^\/pay\/ann\.b\/[A-Za-z0-9]{24}$/);
    const [page, again] = [await open(path), await open(path)];
    assert.equal(page.statusCode, 200);
    assert.equal(withoutSeconds(page), withoutSeconds(again));
    assert.match(readText(page), /Invoice for 1,000 sat .* Thank you/);
    const { bolt11 } = invoiceOn(page);
    const decoded = decodeBolt11(bolt11);
    assert(decoded.ok);
    assert.equal(decoded.value.amountMsat, 1_000_000n);
    assert.equal(decoded.value.expirySec, 900);
    assert.equal(page.headers['x-robots-tag'], 'noindex');
    assert.deepEqual(page.cookies, []);
  });

  for (const amount of ['', '0', '-5', '1.5', '1,5', '1e3', 'x', '1000000001', '9'.repeat(40)]) {
    test(`8 asks again for the amount: ${JSON.stringify(amount)}`, async () => {
      const answer = await make({ amount, comment: 'kept' });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /whole number of sats from 1 to 1,000,000,000/);
      assert.match(answer.body, /value="kept"/);
    });
  }

  test('9 a comment at the limit, and one above it', async () => {
    const emoji = '💛'.repeat(255);
    assert.match((await open(await made({ amount: '1', comment: emoji }))).body, new RegExp(emoji));
    const answer = await make({ amount: '1', comment: 'a'.repeat(256) });
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /Shorten it to 255 characters/);
  });

  test('9 markup and turned writing in a comment stay text, for the payer and for the payee', async () => {
    const comment = '<script>alert(1)</script>"\u202eevil';
    const path = await made({ amount: '1', comment });
    const page = await open(path);
    const inert = 'dir="auto">&#60;script&#62;alert(1)&#60;/script&#62;&#34;\u202eevil</';
    assert.ok(page.body.includes(inert), page.body);
    await world.payFromExternalNode(invoiceOn(page).paymentHash);
    assert.ok((await open(path)).body.includes(inert));
    const overview = await (await world.signedIn(ann)).get('/');
    assert.ok(overview.body.includes(inert));
    assert.doesNotMatch(overview.body, /<script>/);
  });

  test('9 NUL is refused', async () => {
    assert.equal((await make({ amount: '1', comment: 'a\u0000b' })).statusCode, 400);
  });

  test('a full address is told in words, and writes nothing', async () => {
    let answer = await make({ amount: '1' });
    const poor = await world.addPerson();
    await addressNames.claimName(poor.user.id, 'poor', world.clock.now(), null);
    const browser = world.browser('198.51.100.77');
    for (let count = 0; count < 40 && answer.statusCode === 303; count += 1) {
      answer = await browser.postPlain('/pay/poor', { amount: '2', comment: 'kept' });
    }
    assert.equal(answer.statusCode, 429);
    assert.match(readText(answer), /Too many invoices .* unpaid at the moment/);
    assert.match(answer.body, /value="kept"/);
    const other = await world.browser('203.0.113.5').postPlain('/pay/poor', { amount: '2' });
    assert.equal(other.statusCode, 303, 'another network still gets one');
  });
});

describe('the page of an invoice', () => {
  test('waits, then shows the proof of payment, and no sooner', async () => {
    const path = await made({ amount: '21' });
    const waiting = await open(path);
    const { bolt11, paymentHash } = invoiceOn(waiting);
    const found = await world.deps.invoices.findInvoiceByHash(paymentHash);
    const preimage = found?.invoice.preimage ?? assert.fail('it is stored');
    assert.match(readText(waiting), /Waiting for your payment/);
    assert.match(waiting.body, /<svg class="qr" role="img" aria-label="QR code of the invoice/);
    const code = qrSvg(`LIGHTNING:${bolt11.toUpperCase()}`);
    assert.ok(waiting.body.includes(readQrSvg(code).path));
    assert.match(waiting.body, new RegExp(`data-copy="${bolt11}"`));
    assert.match(waiting.body, new RegExp(`data-unwatched><a class="button plain" href="${path}"`));
    assert.doesNotMatch(waiting.body, new RegExp(preimage));
    assert.equal(await stateAt(path), 'waiting');
    await world.payFromExternalNode(paymentHash);
    assert.equal(await stateAt(path), 'paid');
    const paid = await open(path);
    assert.match(readText(paid), new RegExp(`Paid .* Proof of payment ${preimage}`));
    assert.doesNotMatch(paid.body, /data-watch/);
  });

  test('expires, and can be made anew with one press', async () => {
    const path = await made({ amount: '33', comment: 'again' });
    const { paymentHash } = invoiceOn(await open(path));
    world.clock.move(900_000);
    const expired = await open(path);
    assert.match(readText(expired), /This invoice has expired/);
    assert.doesNotMatch(expired.body, /lightning:ln|data-watch/);
    assert.equal(await stateAt(path), 'expired');
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(expired.body)?.[1] ?? '';
    const next = await open(await made({ amount: hidden('amount'), comment: hidden('comment') }));
    assert.match(readText(next), /Invoice for 33 sat .* again/);
    assert.notEqual(invoiceOn(next).paymentHash, paymentHash);
  });

  test('that was removed says so, like one that never was', async () => {
    const path = await made({ amount: '1' });
    const { paymentHash } = invoiceOn(await open(path));
    const found = await world.deps.invoices.findInvoiceByHash(paymentHash);
    assert.equal(await addressInvoices.removeUnpaid([found?.invoice.id ?? '']), 1);
    const removed = await open(path);
    assert.equal(removed.statusCode, 404);
    assert.match(readText(removed), /no longer here .* Make a new invoice/);
    assert.match(removed.body, /href="\/pay\/ann\.b"/);
    const never = await open('/pay/ann.b/xxxxxxxxxxxxxxxxxxxxxxxx');
    assert.equal(never.body, removed.body);
    assert.equal((await open(`${path}/state`)).statusCode, 404);
  });

  test('12 is found by its id only, and under no name but that of its payee', async () => {
    const path = await made({ amount: '1' });
    const { paymentHash } = invoiceOn(await open(path));
    const found = await world.deps.invoices.findInvoiceByHash(paymentHash);
    for (const id of [paymentHash, found?.invoice.identifier, '%00', 'x'.repeat(3000)]) {
      assert.equal((await open(`/pay/ann.b/${id}`)).statusCode, 404, id);
    }
    const other = await world.addPerson();
    await addressNames.claimName(other.user.id, 'mallory', world.clock.now(), null);
    const under = await open(path.replace('ann.b', 'mallory'));
    assert.equal(under.statusCode, 404);
    assert.doesNotMatch(under.body, /lightning:ln/);
  });

  test('24 stays when its payee chooses another name', async () => {
    const eve = await world.addPerson();
    await addressNames.claimName(eve.user.id, 'old-name', world.clock.now(), null);
    const path = String((await make({ amount: '4' }, '/pay/old-name')).headers.location);
    await addressNames.claimName(eve.user.id, 'new-name', world.clock.now(), null);
    assert.equal((await open('/pay/old-name')).statusCode, 404);
    assert.match(readText(await open(path)), /Invoice for 4 sat/);
  });
});
