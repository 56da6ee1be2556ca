import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { hashToken } from '../../src/authorization/personal-token.ts';
import { sat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import type { Answer, ApiUser } from '../support/api-user.ts';
import { addPayer, checkRefusal } from '../support/payment-checks.ts';
import { addTokenRow } from '../support/token-rows.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/**
 * The second payment of a caller, of an invoice that this process has made: one statement proves
 * the token and moves the money. Whatever stands against it is answered as at any other payment.
 */

const api = await startWalletApi({ after });
const owner = postgres(api.ownerUrl, { max: 1 });
after(() => owner.end());
const path = '/payments/bolt11';
const payee = await api.addUser();

/** A caller whom the process remembers, as they have paid before. */
async function addKnown(amountSat = 1000): Promise<ApiUser> {
  const payer = await addPayer(api, amountSat + 1);
  assert.equal((await pay(payer)).status, 200);
  return payer;
}

const pay = async (payer: ApiUser, invoice?: string): Promise<Answer> =>
  await payer.post(path, { invoice: invoice ?? (await payee.invoice(1)) });
const hashOf = ({ token }: ApiUser): string => bytesToHex(hashToken(token));

/** The answer, and the number of statements that it took. */
async function counted(work: () => Promise<Answer>): Promise<readonly [Answer, number]> {
  api.takeStatements();
  const answer = await work();
  return [answer, api.takeStatements().length];
}

test('takes one statement, and has the same answer as the first payment', async () => {
  const payer = await addPayer(api);
  const [first, second] = [await payee.invoice(3), await payee.invoice(3)];
  const [slow, twice] = await counted(() => pay(payer, first));
  const [quick, once] = await counted(() => pay(payer, second));
  assert.deepEqual([slow.status, twice, quick.status, once], [200, 2, 200, 1]);
  const named = (answer: Answer) => Object.keys(Object(answer.body)).toSorted();
  assert.deepEqual(named(quick), named(slow));
  assert.deepEqual(await pay(payer, second).then(({ body }) => body), quick.body);
  assert.equal(await payer.balanceSat(), 10_000 - 6);
  const records = JSON.parse((await payer.get('/invoices/outgoing')).text);
  assert.deepEqual(
    records.map((record: { payment_request: string }) => record.payment_request),
    [second, first],
  );
});

test('M81 a token that was revoked meanwhile pays nothing', async () => {
  const payer = await addKnown();
  const invoice = await payee.invoice(5);
  await owner`
    update personal_token set revoked_at = now()
    where token_hash = decode(${hashOf(payer)}, 'hex')`;
  assert.equal((await pay(payer, invoice)).status, 401);
  await owner`
    update personal_token set revoked_at = null
    where token_hash = decode(${hashOf(payer)}, 'hex')`;
  assert.equal(await payer.balanceSat(), 1000);
  assert.equal((await pay(payer, invoice)).status, 200);
});

test('a token that has expired pays nothing', async () => {
  const payer = await addPayer(api);
  const brief = await payer.withScopes(['payments:send'], 60);
  assert.equal((await pay(brief)).status, 200);
  const invoice = await payee.invoice(5);
  api.clock.move(61_000);
  assert.equal((await pay(brief, invoice)).status, 401);
  assert.equal(await payer.balanceSat(), 10_000 - 1);
});

test('a token that expires while the body arrives pays nothing', async () => {
  const payer = await addPayer(api);
  const brief = await payer.withScopes(['payments:send'], 60);
  assert.equal((await pay(brief)).status, 200);
  const text = JSON.stringify({ invoice: await payee.invoice(5) });
  const answer = await api.app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${brief.token}`,
      'content-type': 'application/json',
      'content-length': String(text.length),
    },
    payload: Readable.from(
      (async function* () {
        yield text.slice(0, 10);
        api.clock.move(61_000);
        yield text.slice(10);
      })(),
    ),
  });
  assert.equal(answer.statusCode, 401);
  assert.equal(await payer.balanceSat(), 10_000 - 1);
});

test('what the wallet does not cover is refused, and is tried at once only once', async () => {
  const payer = await addKnown(10);
  const invoice = await payee.invoice(11);
  const message = 'not enough balance. Make sure you have at least 1% reserved for potential fees';
  const [refused, tried] = await counted(() => pay(payer, invoice));
  checkRefusal(refused, 400, 2, message);
  const [again, after] = await counted(() => pay(payer, invoice));
  checkRefusal(again, 400, 2, message);
  assert.equal(after, tried - 1);
  await payer.receive(5);
  assert.equal((await pay(payer, invoice)).status, 200);
});

test('an invoice that someone else has paid, or that has expired, is refused', async () => {
  const [payer, other] = [await addKnown(), await addKnown()];
  const invoice = await payee.invoice(5);
  assert.equal((await pay(other, invoice)).status, 200);
  checkRefusal(await pay(payer, invoice), 400, 2, 'invoice already paid');
  const late = await payee.invoice(5);
  api.clock.move(86_401_000);
  checkRefusal(await pay(payer, late), 400, 2, 'invoice expired');
  assert.equal(await payer.balanceSat(), 1000);
});

test('a body that is none is refused after the token was looked at', async () => {
  const payer = await addKnown();
  for (const body of [{ invoice: 7 }, { invoice: 'x' }, {}, '{']) {
    assert.equal((await payer.post(path, body)).status, 400);
  }
  const invoice = await payee.invoice(5);
  checkRefusal(
    await payer.post(path, { invoice, amount: 6 }),
    400,
    8,
    'the amount differs from the amount of the invoice',
  );
  await owner`
    update personal_token set revoked_at = now()
    where token_hash = decode(${hashOf(payer)}, 'hex')`;
  for (const body of [{ invoice: 7 }, { invoice: 'x' }, {}, '{']) {
    assert.equal((await payer.post(path, body)).status, 401);
  }
});

test('a token that may not pay is refused by name', async () => {
  const reader = await (await addPayer(api)).withScopes(['balance:read']);
  for (const _ of [1, 2]) assert.equal((await pay(reader)).status, 403);
});

test('a budget holds', async () => {
  const payer = await addKnown();
  const [token] = await owner<{ id: string; user_id: string }[]>`
    select id, user_id from personal_token where token_hash = decode(${hashOf(payer)}, 'hex')`;
  assert(token !== undefined);
  await api.deps.budgets.setBudget(
    { userId: token.user_id, grantId: token.id },
    { limitSat: sat(8n), askAboveSat: null, interval: 'ever', expiresAt: null },
    api.clock.now(),
  );
  assert.equal((await pay(payer, await payee.invoice(5))).status, 200);
  assert.equal((await pay(payer, await payee.invoice(5))).status, 400);
  assert.equal((await pay(payer, await payee.invoice(2))).status, 200);
  assert.equal(await payer.balanceSat(), 1000 - 7);
});

test('a payment that is pending counts as no use of its token', async () => {
  let isLost = false;
  const broken = await startWalletApi({ after }, { waitSec: 0 }, (_, { money }) => ({
    money: {
      ...money,
      settleInternal: async (event) => {
        if (isLost) throw new MoneyOutcomeUnknown('the answer was lost');
        return await money.settleInternal(event);
      },
    },
  }));
  const [payer, seller] = [await addPayer(broken), await broken.addUser()];
  const admin = postgres(broken.ownerUrl, { max: 1 });
  const token = 'a token of an app';
  const createdAt = broken.clock.now();
  await addTokenRow(admin, {
    kind: 'app',
    userId: payer.user.id,
    tokenHash: hashToken(token),
    scopes: 'payments:send',
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + 86_400_000),
  });
  const payByApp = async (): Promise<number> => {
    const body = { invoice: await seller.invoice(1) };
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await broken.call('POST', path, { headers, body });
    await broken.deps.appGrantUses.write();
    return status;
  };
  const usedAt = async () => (await admin`select last_used_at from app_grant`)[0]?.['last_used_at'];
  assert.equal(await payByApp(), 200);
  const first = await usedAt();
  broken.clock.move(3_600_000);
  isLost = true;
  assert.equal(await payByApp(), 500);
  assert.deepEqual(await usedAt(), first);
  isLost = false;
  assert.equal(await payByApp(), 200);
  assert.notDeepEqual(await usedAt(), first);
  await admin.end();
});

test('a database that fails is named at once, without a look at the token', async () => {
  const errors: Error[] = [];
  const broken = await startWalletApi({ after }, {}, (_, { money }) => ({
    money: {
      ...money,
      settleInternal: async (event) => {
        const error = errors.pop();
        if (error !== undefined) throw error;
        return await money.settleInternal(event);
      },
    },
  }));
  const [payer, seller] = [await addPayer(broken), await broken.addUser()];
  assert.equal((await pay(payer, await seller.invoice(1))).status, 200);
  const invoice = await seller.invoice(1);
  errors.push(new DatabaseFault(Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })));
  broken.takeStatements();
  assert.equal((await pay(payer, invoice)).status, 503);
  assert.deepEqual(broken.takeStatements(), []);
  assert.equal((await pay(payer, invoice)).status, 200);
});
