import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AMOUNT_TRICKS } from './amount-tricks.ts';
import type { Answer, ApiUser } from './api-user.ts';
import { field } from './fields.ts';
import type { WalletApi } from './wallet-api.ts';

/** Checks that the answer is this error, in the form in which payments report errors. */
export function checkRefusal(answer: Answer, status: number, code: number, message: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(answer.body, { code, error: true, message });
}

/** Registers tests that send bodies with every invalid amount, and assert that nothing happens. */
export function testAmounts(
  api: WalletApi,
  path: string,
  /** Makes the body as JSON text with an amount as JSON text; null leaves the amount out. */
  bodyWith: (amount: string | null) => string,
  tricks: readonly string[] = AMOUNT_TRICKS,
): void {
  test(`M06 ${path} refuses every amount that is none`, async () => {
    const user = await api.addUser();
    await user.receive(100_000);
    const sentBefore = api.node.sent.length;
    for (const trick of tricks) {
      const answer = await user.post(path, bodyWith(trick));
      assert.equal(answer.status, 400, `${trick}: ${answer.text}`);
      assert.equal(field(answer.body, 'code'), 8, trick);
      assert.equal(field(answer.body, 'error'), true);
      assert.equal(typeof field(answer.body, 'message'), 'string');
    }
    await assertNothingPaid(api, user, sentBefore);
  });
}

async function assertNothingPaid(api: WalletApi, user: ApiUser, sentBefore: number): Promise<void> {
  assert.equal(await user.balanceSat(), 100_000);
  assert.equal(api.node.sent.length, sentBefore);
  assert.equal((await user.get('/invoices/outgoing')).text, '[]');
}

/** Adds a user whose wallet can pay a few times. */
export async function addPayer(api: WalletApi, amountSat = 10_000): Promise<ApiUser> {
  const payer = await api.addUser();
  await payer.receive(amountSat);
  return payer;
}
