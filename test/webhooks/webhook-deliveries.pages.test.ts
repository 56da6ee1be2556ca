import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SHOWN_DELIVERIES, WEBHOOK_TESTS } from '../../src/webhooks/limits.ts';
import { toExcerpt } from '../../src/webhooks/sender/excerpt.ts';
import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { submitForm } from '../support/submit-form.ts';
import { answered, finish, LATER, LEASE_MS } from '../support/webhooks/claims.ts';
import { inPerson } from '../support/webhooks/in-person.ts';
import { INCOMING, OUTGOING } from '../support/webhooks/webhook-api.ts';
import { deliverAll, deliveryPaths, makeEndpoint } from '../support/webhooks/webhook-visitor.ts';

const world = await startPages({ after });

const EXHAUSTED = { next: { kind: 'exhausted' } } as const;

/** Someone with an endpoint and so many deliveries to it. */
async function told(count = 1) {
  const visitor = await world.addVisitor();
  const endpoint = await makeEndpoint(visitor);
  const hashes: string[] = [];
  for (let index = 0; index < count; index += 1) hashes.push(await visitor.api.receive(100));
  const read = async (query = ''): Promise<string> =>
    readText(await visitor.get(endpoint.path + query));
  return { ...endpoint, visitor, hashes, read };
}

describe('the log of deliveries', () => {
  test('says what is to come where nothing was sent', async () => {
    const { read } = await told(0);
    assert.match(await read(), /Deliveries Nothing was sent yet\./);
    assert.doesNotMatch(await read(), /Search by payment hash/);
  });

  test('is searched by payment hash and narrowed by state', async () => {
    const { id, hashes, read, path, visitor } = await told(3);
    const [first = '', second = ''] = hashes;
    await deliverAll(world, id, answered(200));
    await visitor.api.receive(100);
    const shown = async (query: string) =>
      (await read(query)).match(/Money received/g)?.length ?? 0;
    // The two in its facts and in its form are no deliveries.
    const none = await shown(`?hash=${'0'.repeat(64)}`);
    assert.match(await read(`?hash=${'0'.repeat(64)}`), /There is nothing to show here\./);
    assert.equal((await shown('')) - none, 4);
    assert.equal((await shown(`?hash=${first}`)) - none, 1);
    assert.equal((await shown(`?hash=%20${second.toUpperCase()}`)) - none, 1);
    assert.equal((await shown('?state=pending')) - none, 1);
    assert.equal((await shown('?state=succeeded')) - none, 3);
    assert.equal((await shown(`?state=pending&hash=${first}`)) - none, 0);
    assert.equal((await shown('?state=nonsense')) - none, 4);
    const narrowed = await visitor.get(`${path}?state=succeeded&hash=${first}`);
    assert.match(narrowed.body, new RegExp(`name="hash" type="text" value="${first}"`));
    assert.match(narrowed.body, /type="hidden" name="state" value="succeeded"/);
    assert.match(readLink(narrowed, 'Given up'), new RegExp(`state=exhausted&hash=${first}`));
  });

  test('what is no payment hash is said beside the field', async () => {
    const { visitor, path } = await told();
    const answer = await visitor.get(`${path}?hash=%22%3E%3Cscript%3E`);
    assert.equal(answer.statusCode, 400);
    assert.match(
      readText(answer),
      /A payment hash has 64 characters: digits and letters from a to f\./,
    );
    assert.doesNotMatch(answer.body, /"><script>/);
  });

  test('is read page by page', async () => {
    const { visitor, path } = await told(SHOWN_DELIVERIES + 1);
    const first = await visitor.get(path);
    const older = readLink(first, `${SHOWN_DELIVERIES} older`);
    const second = await visitor.get(older.split('#')[0] ?? '');
    const pages = [await deliveryPaths(visitor, path), await deliveryPaths(visitor, older)];
    assert.deepEqual(
      pages.map(({ length }) => length),
      [SHOWN_DELIVERIES, 1],
    );
    assert.equal(new Set(pages.flat()).size, SHOWN_DELIVERIES + 1);
    assert.equal(readLink(second, 'Newest').split('#')[0], path);
    assert.doesNotMatch(second.body, /older</);
    assert.equal((await visitor.get(`${path}?before=x'--`)).statusCode, 200);
  });
});

describe('one delivery', () => {
  test('its body, each attempt, and when the next one is', async () => {
    const { id, path, visitor, hashes } = await told();
    const [one = ''] = await deliveryPaths(visitor, path);
    const waiting = readText(await visitor.get(one));
    assert.match(
      waiting,
      /On the way .* Next attempt Now Ended Not yet .* No attempt has ended yet/,
    );
    await deliverAll(world, id, answered(500, 'no database'));
    const page = await visitor.get(one);
    const text = readText(page);
    assert.match(text, new RegExp(`Payment hash ${hashes[0]} Settled .* UTC Next attempt \\d`));
    assert.match(
      text,
      /Answer 500: the server failed Attempt 1, \d+ Mar 2026, [\d:]+ UTC ?, took 12 ms/,
    );
    assert.match(text, /The answer began: no database What is sent Exactly these bytes are signed/);
    const record = (await visitor.api.get('/invoices/incoming')).text.slice(1, -1);
    assert.ok(text.includes(` ${record} Copy`));
    assert.ok(text.includes(JSON.stringify(JSON.parse(record), null, 2).replaceAll(/\s+/g, ' ')));
    assert.equal(readLink(page, 'Refresh'), one);
    const help = `/webhooks/signature-help?endpoint=${id}&message=${one.split('/').at(-1)}`;
    assert.equal(readLink(page, 'Find out why'), help);
  });

  test('while an attempt is under way it says so, here and in the list', async () => {
    const { id, path, visitor, read } = await told();
    const [one = ''] = await deliveryPaths(visitor, path);
    const store = createDeliveryStore(world.database);
    const [claim] = await store.claim([{ endpointId: id, count: 1 }], LEASE_MS);
    assert.match(readText(await visitor.get(one)), /Next attempt Being sent now Ended Not yet/);
    assert.match(await read(), /On the way Being sent now/);
    const key = { endpointId: id, messageId: one.split('/').at(-1) ?? '' };
    const found = await world.deps.deliveryLog.find(inPerson(visitor.api), key);
    assert.deepEqual([found?.delivery.isBeingSent, found?.delivery.nextAt], [true, null]);
    assert(claim !== undefined);
    await store.record([finish(claim, answered(500), LATER)]);
    assert.match(await read(), /On the way Next attempt \d/);
  });

  const failures = [
    ['timeout', /No response arrived in time/],
    ['too_large', /The response was too large/],
    ['protocol', /The response was not valid HTTP/],
    ...['connection', 'dns', 'tls', 'blocked'].map(
      (errorClass) => [errorClass, /No connection could be made/] as const,
    ),
  ] as const;
  for (const [errorClass, words] of failures) {
    test(`W65 ${errorClass} in plain words, which map no network`, async () => {
      const { id, path, visitor, read } = await told();
      const failed = { kind: 'failed', errorClass, durationMs: 15_043 } as const;
      await deliverAll(world, id, Object.assign(failed));
      const [one = ''] = await deliveryPaths(visitor, path);
      const text = readText(await visitor.get(one));
      assert.match(text, words);
      assert.match(text, /took 15\.0 s/);
      assert.match(await read(), words);
      // Without ids and the body, in which any letters may stand together.
      const attempts = text.slice(text.indexOf(' Attempts '), text.indexOf(' What is sent '));
      assert.doesNotMatch(attempts, /dns|tls|blocked/i);
    });
  }

  test('W58 what a receiver answers is text, whatever it is', async () => {
    const { id, path, visitor } = await told();
    const evil =
      '</code></pre><script>alert(1)</script><img src=x onerror=alert(2)>"\'`=&lt;&#60;' +
      '\u001b[2J\u001b]8;;https://evil.example\u0007link\u009b31m\u0000\u202egnp\u200b';
    await deliverAll(world, id, answered(500, toExcerpt(new TextEncoder().encode(evil))));
    const [one = ''] = await deliveryPaths(visitor, path);
    const page = await visitor.get(one);
    assert.doesNotMatch(page.body, /<script>alert|<img src=x|<\/code><\/pre><script/);
    assert.doesNotMatch(page.body, /(?![\n\t])[\p{Cc}\u202e\u200b]/u);
    const text = readText(page);
    assert.ok(text.includes('<script>alert(1)</script><img src=x onerror=alert(2)>"\'`=&lt;&#60;'));
    assert.match(text, /\\u\{001b\}\[2J\\u\{001b\}\]8;;https.*\\u\{0007\}link\\u\{009b\}31m/);
    assert.match(text, /\\u\{202e\}gnp\\u\{200b\}/);
    assert.doesNotMatch((await visitor.get(path)).body, /onerror/);
  });

  test('W58 so is what a payer wrote, where the body is shown', async () => {
    const { visitor, path } = await told(0);
    const memo = '<script>alert(1)</script>"><b>';
    await visitor.api.receiveKeysend(5, new Map([[34349334n, Buffer.from(memo)]]));
    const [one = ''] = await deliveryPaths(visitor, path);
    const page = await visitor.get(one);
    assert.doesNotMatch(page.body, /<script>alert|"><b>/);
    assert.match(readText(page), /<script>alert\(1\)<\/script>/);
  });

  test('W8 is sent again under the same id, once the endpoint is on', async () => {
    const { id, path, visitor } = await told();
    await deliverAll(world, id, answered(404), EXHAUSTED);
    const [one = ''] = await deliveryPaths(visitor, path);
    assert.match(readText(await visitor.get(one)), /Given up .* Next attempt None Ended \d/);
    const again = await visitor.post(`${one}/replay`, {});
    assert.deepEqual([again.statusCode, again.headers.location], [303, one]);
    assert.match(readText(await visitor.get(one)), /on its way again\. .* On the way/);
    assert.equal(await deliverAll(world, id, answered(200)), 1);
    const text = readText(await visitor.get(one));
    assert.match(
      text,
      /Delivered .* Answer 200 Attempt 2, .* started by hand Answer 404: .* Attempt 1,/,
    );

    await submitForm(visitor, `${path}/switch-off`);
    assert.match(readText(await visitor.get(one)), /You can send it again when the endpoint is on/);
    await visitor.post(`${one}/replay`, {});
    assert.match(readText(await visitor.get(one)), /Nothing is sent to an endpoint that is off/);
    assert.equal((await visitor.post(`${path}/deliveries/msg_x/replay`, {})).statusCode, 404);
    assert.equal((await visitor.get(`${path}/deliveries/msg_x`)).statusCode, 404);
  });
});

describe('a test event', () => {
  test('is a delivery like others, of the kind that was chosen', async () => {
    const { path, visitor, read } = await told(0);
    for (const [type, title] of [
      [INCOMING, 'Money received'],
      [OUTGOING, 'Money sent'],
    ] as const) {
      const sent = await visitor.post(`${path}/test`, { event_type: type });
      assert.equal(sent.statusCode, 303);
      const page = readText(await visitor.get(String(sent.headers.location)));
      assert.match(
        page,
        new RegExp(`The test event is on its way\\. .* ${title} \\(test event\\)`),
      );
      assert.match(page, /"memo":"Test event"/);
      const again = await visitor.get(String(sent.headers.location));
      assert.doesNotMatch(readText(again), /The test event is on its way/, 'the page looks again');
      assert.match(again.body, /data-looks-again="soon"/);
      assert.doesNotMatch(page, /Payment hash/);
    }
    assert.match(await read(), /Money sent Test event On the way/);
  });

  test('W61 not all the time, and not to an endpoint that is off', async () => {
    const { path, visitor, read } = await told(0);
    const send = () => visitor.post(`${path}/test`, {});
    await submitForm(visitor, `${path}/switch-off`);
    assert.equal((await send()).headers.location, path);
    assert.match(await read(), /Nothing is sent to an endpoint that is off\. Switch it on first\./);
    for (let count = 1; count < WEBHOOK_TESTS.burst; count += 1) await send();
    assert.equal((await send()).statusCode, 429);
  });
});

describe('what was missed', () => {
  test('W37 W38 an endpoint is switched off and on, and gets what it missed', async () => {
    const { id, path, visitor, read } = await told();
    const asked = await visitor.get(`${path}/switch-off`);
    assert.match(readText(asked), /Switch “Shop server” off\? Nothing more is sent to it/);
    await submitForm(visitor, `${path}/switch-off`);
    await visitor.api.receive(100);
    const off = await read();
    assert.match(off, /The endpoint is off\. .* Off Since .* You switched it off, or /);
    assert.match(off, /This endpoint is off Nothing is sent to it\. .* Not sent .* Not sent/);
    assert.doesNotMatch(off, /Send a test event/);
    const day = world.clock.now().toISOString().slice(0, 10);
    const form = await visitor.get(`${path}/switch-on`);
    assert.match(form.body, /name="recover" value="yes" checked/);
    assert.match(form.body, new RegExp(`name="since" type="date" value="${day}"`));
    const bad = await visitor.post(`${path}/switch-on`, { recover: 'yes', since: '2026-13-01' });
    assert.equal(bad.statusCode, 400);
    assert.match(
      readText(bad),
      /It is not switched on yet\. Correct what is marked below\. .* Enter a day, such as/,
    );
    assert.match(await read(), /This endpoint is off/);
    await visitor.post(`${path}/switch-on`, { recover: 'yes', since: day });
    assert.match(await read(), /The endpoint is on\. 2 messages are on their way again\./);
    assert.equal(await deliverAll(world, id, answered(200)), 2);
  });

  test('W38 without it, it is offered on the page, from any day on', async () => {
    const { id, path, visitor, read } = await told(2);
    await deliverAll(world, id, answered(400), EXHAUSTED);
    assert.match(await read(), /2 messages were not delivered\. Send what was missed/);
    await submitForm(visitor, `${path}/switch-off`);
    assert.doesNotMatch(await read(), /2 messages were not delivered/);
    await visitor.post(`${path}/switch-on`, { since: '' });
    assert.match(await read(), /The endpoint is on\. Webhooks .* 2 messages were not delivered\./);
    const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    await submitForm(visitor, `${path}/recover`, { since: tomorrow });
    assert.match(await read(), /Nothing was missed since then\./);
    for (const since of ['', 'yesterday', '2026-2-1', '2026-02-30T']) {
      const refused = await submitForm(visitor, `${path}/recover`, { since });
      assert.equal(refused.statusCode, 400, since);
      assert.match(
        readText(refused),
        /Nothing was sent\. Correct what is marked below\. .* Enter a day/,
      );
    }
    const form = await visitor.get(`${path}/recover`);
    const since = /name="since" type="date" value="([^"]+)"/.exec(form.body)?.[1] ?? '';
    await submitForm(visitor, `${path}/recover`, { since });
    assert.match(await read(), /2 messages are on their way again\./);
    assert.equal(await deliverAll(world, id, answered(200)), 2);
  });
});
