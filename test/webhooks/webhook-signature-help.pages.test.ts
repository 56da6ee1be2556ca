import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  MAX_DELIVERY_FORM_BYTES,
  MAX_EXPLAINED_LENGTHS,
  SIGNATURE_CHECKS,
} from '../../src/webhooks/limits.ts';
import { signDelivery } from '../../src/webhooks/sign-delivery.ts';
import { signingKeyOf } from '../../src/webhooks/signing-secret.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';
import { submitForm } from '../support/submit-form.ts';
import { deliveryPaths, makeEndpoint } from '../support/webhooks/webhook-visitor.ts';

const world = await startPages({ after });
const HELP = '/webhooks/signature-help';

/** Someone who got a delivery, as the form wants it. */
async function received() {
  const visitor = await world.addVisitor();
  const { id, secret, path } = await makeEndpoint(visitor);
  await visitor.api.receive(100);
  const [one = ''] = await deliveryPaths(visitor, path);
  const body = (await visitor.api.get('/invoices/incoming')).text.slice(1, -1);
  const messageId = one.split('/').at(-1) ?? '';
  const keys = [signingKeyOf(secret)];
  const signed = signDelivery({ messageId, at: world.clock.now(), body, keys });
  const fields = {
    endpoint: id,
    message_id: messageId,
    body,
    secret: '',
    timestamp: signed['webhook-timestamp'] ?? '',
    signature: signed['webhook-signature'] ?? '',
  };
  return { visitor, secret, path, fields };
}

const ask = async (visitor: Visitor, fields: Readonly<Record<string, string>>) => {
  const answer = await submitForm(visitor, HELP, fields);
  assert.equal(answer.statusCode, 200, readText(answer));
  return readText(answer);
};

describe(HELP, () => {
  test('says what it is for, and that an endpoint is needed', async () => {
    const visitor = await world.addVisitor();
    const page = await visitor.get(HELP);
    assert.match(readText(page), /Nothing of it is stored\. You have no endpoint/);
    assert.equal(readLink(page, 'New endpoint'), '/webhooks/new');
  });

  test('finds that all is right, and what is wrong with each part', async () => {
    const { visitor, fields, secret } = await received();
    assert.match(await ask(visitor, fields), /This signature is right It fits the ID/);
    const pretty = JSON.stringify(JSON.parse(fields.body), null, 2);
    for (const [change, words] of [
      [{ body: pretty }, /something is wrong with it .* The body was parsed and written again/],
      [{ body: `${fields.body}\n` }, /There is white space around the body/],
      [
        { body: fields.body.replace('100', '101') },
        /The body is not what was sent It differs from character/,
      ],
      [{ signature: fields.signature.slice(3) }, /The “v1,” is missing/],
      [{ message_id: '' }, /This signature does not fit .* The ID is missing/],
      [
        { message_id: `msg_${'0'.repeat(32)}` },
        /No message with this ID was sent to this endpoint/,
      ],
      [{ timestamp: 'x' }, /The timestamp is missing or is not a number/],
      [{ secret }, /Your code has the right secret/],
      [{ secret: 'whsec_AAAA' }, /Your code has a secret that this endpoint never had/],
    ] as const) {
      assert.match(await ask(visitor, { ...fields, ...change }), words);
    }
  });

  test('W3 tells an old secret, one that is over, and one of another endpoint', async () => {
    const { visitor, fields, path, secret } = await received();
    await submitForm(visitor, `${path}/secret`, { overlap: '3600' });
    const old = await ask(visitor, { ...fields, secret });
    assert.match(old, /This signature is right .* Signed with the previous secret/);
    assert.match(old, /Your code has the previous secret It also signs until/);
    world.clock.move(3_600_001);
    const over = await ask(visitor, { ...fields, secret });
    assert.match(over, /Signed with an old secret It was replaced and has signed nothing since/);
    assert.match(over, /The timestamp is 60 minutes old/);
    const { id } = await makeEndpoint(visitor, { description: 'Second <one>' });
    const other = await ask(visitor, { ...fields, endpoint: id });
    assert.match(
      other,
      /belongs to another endpoint It was signed with the secret of “Shop server”/,
    );
    const fresh = await makeEndpoint(visitor, { description: 'Third <one>' });
    const wrong = await ask(visitor, { ...fields, endpoint: id, secret: fresh.secret });
    assert.match(
      wrong,
      /Your code has the secret of another endpoint It is the secret of “Third <one>”/,
    );
  });

  test('W63 keeps and shows no secret, neither in the page nor in the log', async () => {
    const { visitor, fields, secret } = await received();
    const rows = await countRows();
    const answer = await submitForm(visitor, HELP, { ...fields, secret });
    assert.ok(!answer.body.includes(secret.slice(6)));
    assert.ok(!world.logged().includes(secret.slice(6)));
    assert.deepEqual(await countRows(), rows);
    assert.match(readText(answer), /Your code has the right secret/);
    // What else was pasted is there to be mended.
    assert.match(answer.body, new RegExp(`value="${fields.message_id}"`));
  });

  test('comes filled in from the page of a delivery', async () => {
    const { visitor, fields } = await received();
    const query = `?endpoint=${fields.endpoint}&message=${fields.message_id}`;
    const { body } = await visitor.get(HELP + query);
    assert.match(body, new RegExp(`value="${fields.endpoint}" selected`));
    assert.match(body, new RegExp(`name="message_id" type="text" value="${fields.message_id}"`));
  });

  test('W58 what is pasted is text, a line end at its beginning too', async () => {
    const { visitor, fields } = await received();
    const evil = '\n</textarea><script>alert(1)</script>';
    const { body } = await submitForm(visitor, HELP, { ...fields, body: evil, signature: evil });
    assert.doesNotMatch(body, /<script>alert/);
    assert.match(body, /<textarea id="field-body"[^>]*>\n\n&#60;/);
  });

  test('W61 large bodies of ours fit, larger ones are refused, and not all the time', async () => {
    const { visitor, fields } = await received();
    const long = '"'.repeat(MAX_EXPLAINED_LENGTHS.body - 4000);
    assert.match(
      await ask(visitor, { ...fields, body: long }),
      /does not fit|body is not what was/,
    );
    const tooLong = 'x'.repeat(MAX_EXPLAINED_LENGTHS.body + 1);
    const refused = await submitForm(visitor, HELP, { ...fields, body: tooLong });
    assert.equal(refused.statusCode, 400);
    assert.match(readText(refused), /This is longer than any body that we send\./);
    for (const name of ['message_id', 'timestamp', 'signature', 'secret']) {
      const answer = await submitForm(visitor, HELP, { ...fields, [name]: '='.repeat(2000) });
      assert.equal(answer.statusCode, 400, name);
      assert.match(readText(answer), /This is longer than it can be\./, name);
    }
    const huge = await visitor.post(HELP, { body: 'x'.repeat(MAX_DELIVERY_FORM_BYTES) });
    assert.equal(huge.statusCode, 413);
    let calls = 0;
    while (calls < 50 && (await visitor.post(HELP, fields)).statusCode === 200) calls += 1;
    assert.ok(calls >= SIGNATURE_CHECKS.burst - 1 && calls < 50, String(calls));
  });
});

async function countRows(): Promise<unknown> {
  const rows = await world.database.sql`
    select (select count(*)::integer from webhook_secret) as secrets,
      (select count(*)::integer from webhook_attempt) as attempts,
      (select count(*)::integer from webhook_delivery) as deliveries`;
  return rows[0];
}
