import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { claimAddress } from '../../src/address/claim-address.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { hiddenFields } from '../support/submit-form.ts';

/** The Lightning network cannot be reached: pages say so, and keep what was typed. */

const world = await startPages({ after });
const { createInvoice, newestPaymentIndex } = world.node;
const visitor = await world.addVisitor();
const AWAY = /This service has no connection to the Lightning network at the moment/;

const away = async () => {
  throw new NodeFault('the node is away');
};
const leave = () => Object.assign(world.node, { createInvoice: away, newestPaymentIndex: away });
const comeBack = () => Object.assign(world.node, { createInvoice, newestPaymentIndex });

afterEach(comeBack);

test('an invoice is not made, and the same form makes one later', async () => {
  leave();
  const form = hiddenFields(await visitor.get('/receive'), '/receive');
  const typed = { amount: '1,500', memo: 'Tea & cake', expiry: '3600' };
  const failed = await visitor.post('/receive', { ...form, ...typed });
  assert.equal(failed.statusCode, 503);
  assert.match(readText(failed), AWAY);
  assert.match(failed.body, /name="amount"[^>]* value="1,500"/);
  assert.match(failed.body, /name="memo"[^>]* value="Tea &#38; cake"/);
  assert.match(failed.body, /value="3600" selected/);
  const again = hiddenFields(failed, '/receive');
  assert.equal(again['once'], form['once']);
  comeBack();
  const made = await visitor.post('/receive', { ...again, ...typed });
  assert.match(readText(await visitor.get(String(made.headers.location))), /1,500 sat/);
  const twice = await visitor.post('/receive', { ...again, ...typed });
  assert.equal(twice.headers.location, made.headers.location);
});

test('neither is one on the page of an address, nor for someone here', async () => {
  const input = { userId: visitor.api.user.id, text: 'baker', by: 'user' } as const;
  assert((await claimAddress(world.deps, input)).ok);
  const payer = await world.addVisitor();
  await payer.api.receive(1000);
  leave();
  const failed = await world.guest().postPlain('/pay/baker', { amount: '21', comment: 'Bread' });
  assert.equal(failed.statusCode, 503);
  assert.match(readText(failed), AWAY);
  assert.match(failed.body, /name="amount"[^>]* value="21"/);
  assert.match(failed.body, /name="comment"[^>]* value="Bread"/);
  const begun = await payer.post('/send', { to: 'baker@pay.example' });
  const draft = String(begun.headers.location);
  const chosen = await payer.post(draft, { amount: '33', comment: 'Rolls' });
  assert.equal(chosen.statusCode, 503);
  assert.match(readText(chosen), AWAY);
  assert.match(chosen.body, /name="amount"[^>]* value="33"/);
  comeBack();
  assert.equal((await payer.post(draft, { amount: '33', comment: 'Rolls' })).statusCode, 303);
});

test('Home says it until the node is back, and does not call the money spendable', async () => {
  const words = /This service cannot reach the Lightning network right now\./;
  const spendable = /You can spend all of it now\./;
  const owner = await world.addVisitor();
  await owner.api.receive(1000);
  const before = readText(await owner.get('/'));
  assert.doesNotMatch(before, words);
  assert.match(before, spendable);
  leave();
  const meanwhile = readText(await owner.get('/'));
  assert.match(meanwhile, words);
  assert.doesNotMatch(meanwhile, spendable);
  comeBack();
  assert.match(readText(await owner.get('/')), spendable);
});

test('any other form can be sent once more with all that was typed, but no secret', async () => {
  const users = world.deps.pages?.users ?? assert.fail('pages are served');
  const { changePreferences } = users;
  Object.assign(users, { changePreferences: away });
  const fields = {
    language: '',
    unit: 'bip177',
    currency: '',
    time_zone: '',
    theme: 'dark',
  };
  const failed = await visitor.post('/preferences', fields);
  assert.equal(failed.statusCode, 503);
  assert.ok(Number(failed.headers['retry-after']) > 0);
  const { csrf_token: _, ...again } = hiddenFields(failed, '/preferences');
  assert.deepEqual(again, fields);
  const secret = await visitor.post('/preferences', { ...fields, password: 'secret one' });
  assert.equal(secret.statusCode, 503);
  assert.doesNotMatch(secret.body, /secret one|<form method="post" action="\/preferences"/);
  Object.assign(users, { changePreferences });
  assert.equal((await visitor.post('/preferences', again)).statusCode, 303);
});
