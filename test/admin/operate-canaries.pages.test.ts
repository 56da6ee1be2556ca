import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { webCaller } from '../../src/authorization/caller.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { BOOSTAGRAM_RECORD } from '../../src/lightning/custom-records.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import type { Answer } from '../support/browser.ts';
import { createFakeManagement } from '../support/fake-management.ts';
import { textField } from '../support/fields.ts';
import { addLeaver } from '../support/leaver.ts';
import { holdPayments } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';
import { createTestOperator } from '../support/test-operator.ts';

/** Admins see limits and names of grants, and nothing of what was paid, to whom and why. */

const operator = { ...createTestOperator(), management: createFakeManagement() };
const world = await startAccounts({ after }, { operator });
const { node } = world;
const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));

/** In every text that is its user's own. */
const SONG = 'c4nary';
/** What must not be seen either, beside the texts. */
const secrets: string[] = [];

const user = await world.addPerson();
const api = await asApiUser(world, user.user);
secrets.push(api.token);

/** Where to find it, and the views of its lists. */
const adminPages = (): readonly string[] => {
  const paths = PAGES.filter(({ method, access }) => method === 'GET' && access === 'admin')
    .map(({ path }) => path.replace('/users/:id', `/users/${user.user.id}`))
    .filter((path) => !path.includes(':'));
  const views = ['', '?show=stranded', '?show=unknown', '?show=waiting', '?show=earlier'];
  return [...paths.flatMap((path) => views.map((view) => path + view)), '/operate/payments?q=x'];
};

async function fillWallet(): Promise<void> {
  const input = { amount: 50_000, memo: `${SONG} in`, payer_name: SONG, comment: SONG };
  const { body } = await api.post('/invoices', { ...input, payer_email: `${SONG}@example.com` });
  await world.payFromExternalNode(textField(body, 'payment_hash'));
  await api.post('/invoices', { amount: 7, memo: `${SONG} open` });
  await api.receiveKeysend(
    21,
    new Map([[BOOSTAGRAM_RECORD, Buffer.from(`{"message":"${SONG} boost"}`)]]),
  );
}

async function pay(): Promise<void> {
  const { bolt11 } = node.externalInvoice({ amountMsat: 21_000n, memo: `${SONG} out` });
  const sentTo = { payee: `${SONG}@payee.example`, comment: SONG, successAction: null };
  const order = { caller: webCaller(user.user.id), bolt11, amountMsat: null, idempotency: null };
  const paid = await payInvoice({ ...world.deps }, { ...order, sentTo });
  assert(paid.ok);
  const destination = `02${bytesToHex(systemRandom.bytes(32))}`;
  secrets.push(destination);
  const records = { 7629169: `${SONG} record` };
  await api.post('/payments/keysend', { amount: 10, destination, custom_records: records });
}

/** One stays on its way. */
async function holdSome() {
  const { bolt11 } = node.externalInvoice({ amountMsat: 5_000_000n, memo: `${SONG} held` });
  const release = holdPayments(world);
  const before = node.sent.length;
  void api.post('/payments/bolt11', { invoice: bolt11 });
  await world.sent(before + 1);
  return release;
}

async function addContact(): Promise<void> {
  const browser = await world.signedIn(user);
  const fields = { name: `${SONG} friend`, to: `${SONG}@friend.example` };
  const added = await submitForm(browser, '/contacts/new', fields);
  assert.equal(added.statusCode, 303);
  const path = String(added.headers.location);
  assert.equal((await browser.get(path)).statusCode, 200);
  assert.equal((await admin.get(path)).statusCode, 404, "it is its owner's alone");
}

async function addReceiver(): Promise<void> {
  const { body } = await api.post('/webhook_endpoints', {
    url: `https://hooks.example/${SONG}?key=${SONG}`,
    description: `${SONG} description`,
    filter_types: ['invoice.incoming.settled'],
  });
  secrets.push(textField(body, 'endpoint_secret'));
}

/** Money that arrives for an account that is closed by then. */
async function payLeaver(): Promise<void> {
  const leaver = await addLeaver(world);
  const { body } = await leaver.api.post('/invoices', { amount: 9, memo: `${SONG} late` });
  await leaver.closed();
  await world.payFromExternalNode(textField(body, 'payment_hash'));
}

/** Links to pages of actions, as the lists name them. */
const linksOf = ({ body }: Answer): readonly string[] =>
  [...body.matchAll(/href="(\/operate\/\w+\/[^"/?]+\/\w+)"/g)].map(([, path = '']) => path);

test('no page of operators sings', async (t) => {
  const { plan } = node;
  await fillWallet();
  await pay();
  await addContact();
  await addReceiver();
  await world.signedIn(user);
  secrets.push(user.password);
  await payLeaver();
  await createAlarmStore(world.database).raiseAlarm({
    kind: 'job_parked',
    subject: '7',
    detail: 'a test',
  });
  const release = await holdSome();
  t.after(() => release(plan));
  const seen: Answer[] = [];
  const look = async (path: string): Promise<void> => {
    const page = await admin.get(path);
    assert.equal(page.statusCode, 200, path);
    seen.push(page);
    for (const secret of [SONG, ...secrets]) {
      assert(!page.body.includes(secret), `${path} tells ${secret}`);
    }
  };
  for (const path of adminPages()) await look(path);
  const actions = [...new Set(seen.flatMap(linksOf))];
  for (const part of ['ask', 'assign', 'acknowledge', 'limits']) {
    assert(
      actions.some((path) => path.endsWith(`/${part}`)),
      part,
    );
  }
  for (const path of actions) await look(path);
  const text = seen.map((page) => readText(page)).join(' ');
  // So the pages were not empty.
  for (const part of [user.email, 'hooks.example', 'a test']) {
    assert(text.toLowerCase().includes(part.toLowerCase()), part);
  }
  assert(/In flight|Being handed/.test(text), 'a payment is on its way');
  assert(/\b9 sat .{0,40}UTC Reason /.test(text), 'money is unclaimed');
});
