import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { WITHDRAW_DRAFT_LIFE_MS } from '../../src/send/limits.ts';
import { pruneSendDrafts } from '../../src/send/prune-send-drafts.ts';
import { draftWithdrawal, withdrawToWallet } from '../../src/send/withdraw-to-wallet.ts';
import type { ApiUser } from '../support/api-user.ts';
import { NEVER, startSendBench } from '../support/lnurl/send-bench.ts';

/** LUD-03, as the wallet that receives. Numbers: the checklist of LNURL. */

const bench = await startSendBench({ after });
const { api, deps, payee } = bench;
const ann = await api.addUser();
const bob = await api.addUser();
const LINK = encodeLnurl(`${payee.url}/withdraw`);

const offer = (change: object = {}): object => ({
  tag: 'withdrawRequest',
  callback: `${payee.url}/pull?id=7`,
  k1: 'a secret',
  defaultDescription: 'A gift',
  minWithdrawable: 1000,
  maxWithdrawable: 50_500,
  ...change,
});

async function draft({ user }: ApiUser, change: object = {}) {
  payee.answers.set('/withdraw', offer(change));
  const resolved = await bench.resolve(LINK);
  assert(resolved.ok && resolved.value.kind === 'withdraw');
  const drafted = await draftWithdrawal(deps, user.id, resolved.value);
  assert(drafted.ok);
  return drafted.value;
}

const withdraw = ({ user }: ApiUser, draftId: string, amountSat: bigint | null = null) =>
  withdrawToWallet(
    deps,
    {
      caller: {
        grantId: 'web',
        userId: user.id,
        clientId: null,
        scopes: new Set(ALL_SCOPES),
      },
      draftId,
      amountSat: amountSat === null ? null : sat(amountSat),
    },
    NEVER,
  );

async function refusalOf(answer: ReturnType<typeof withdraw>): Promise<string> {
  const { ok, ...rest } = await answer;
  assert(!ok && 'refusal' in rest);
  return rest.refusal.kind;
}

/** The invoices that the other side was given, by calls of its callback. */
const given = (): readonly (string | null)[] =>
  payee.asked
    .filter(({ pathname }) => pathname === '/pull')
    .map(({ searchParams }) => searchParams.get('pr'));

test('23 a range: an amount within it, an own invoice, and OK means on its way only', async () => {
  payee.answers.set('/pull', { status: 'OK' });
  const { id, offer: offered, domain } = await draft(ann);
  assert.equal(domain, payee.host);
  assert.deepEqual([offered.minMsat, offered.maxMsat, offered.text], [1000n, 50_500n, 'A gift']);
  assert.equal(await refusalOf(withdraw(ann, id)), 'amount_needed');
  assert.equal(await refusalOf(withdraw(ann, id, 0n)), 'amount_out_of_range');
  assert.equal(await refusalOf(withdraw(ann, id, 51n)), 'amount_out_of_range');
  const before = await ann.balanceSat();
  const progress = await withdraw(ann, id, 50n);
  assert(progress.ok);
  assert.equal(progress.value.kind, 'on_its_way');
  const asked = payee.asked.at(-1);
  assert.equal(asked?.searchParams.get('id'), '7');
  assert.equal(asked?.searchParams.get('k1'), 'a secret');
  const decoded = decodeBolt11(asked?.searchParams.get('pr') ?? '');
  assert(decoded.ok);
  assert.equal(decoded.value.amountMsat, 50_000n);
  assert.equal(decoded.value.description, 'A gift');
  // The other side may never pay: nothing has arrived.
  assert.equal(await ann.balanceSat(), before);
  await api.payFromExternalNode(progress.value.invoice.paymentHash);
  assert.equal(await ann.balanceSat(), before + 50);
});

test('23 min = max needs no amount', async () => {
  payee.answers.set('/pull', { status: 'OK' });
  const { id } = await draft(ann, { minWithdrawable: 21_000, maxWithdrawable: 21_000 });
  const progress = await withdraw(ann, id);
  assert(progress.ok);
  assert.equal(progress.value.invoice.amountMsat, 21_000n);
});

test('23 parts of a sat are asked for, and whole ones credited', async () => {
  payee.answers.set('/pull', { status: 'OK' });
  for (const [least, most, asked] of [
    [1_234_567, 1_234_567, 1_234_567n],
    [1_234_001, 1_234_900, 1_234_900n],
  ] as const) {
    const { id } = await draft(ann, { minWithdrawable: least, maxWithdrawable: most });
    const before = await ann.balanceSat();
    const progress = await withdraw(ann, id);
    assert(progress.ok);
    const decoded = decodeBolt11(given().at(-1) ?? '');
    assert(decoded.ok);
    assert.equal(decoded.value.amountMsat, asked);
    await api.payFromExternalNode(progress.value.invoice.paymentHash);
    assert.equal(await ann.balanceSat(), before + 1234);
  }
  // Less than a sat would bring nothing.
  payee.answers.set('/withdraw', offer({ minWithdrawable: 1, maxWithdrawable: 999 }));
  const resolved = await bench.resolve(LINK);
  assert(resolved.ok && resolved.value.kind === 'withdraw');
  const drafted = await draftWithdrawal(deps, ann.user.id, resolved.value);
  assert(!drafted.ok && drafted.refusal.kind === 'bad_payee_answer');
  assert.equal(drafted.refusal.why, 'no_possible_amount');
});

test('23 a repeat, also after no answer, gives the same invoice', async () => {
  payee.answers.set('/pull', 'silence');
  const { id } = await draft(ann);
  const from = given().length;
  const silent = await withdraw(ann, id, 10n);
  assert(silent.ok);
  assert.equal(silent.value.kind, 'no_answer');
  payee.answers.set('/pull', { status: 'OK' });
  const repeated = await withdraw(ann, id, 40n);
  assert(repeated.ok);
  assert.equal(repeated.value.kind, 'on_its_way');
  assert.equal(repeated.value.invoice.id, silent.value.invoice.id);
  const [first, second, ...others] = given().slice(from);
  assert.equal(first, second);
  assert.deepEqual(others, []);
  // The other side has said yes: it is not asked again.
  const again = await withdraw(ann, id);
  assert(again.ok);
  assert.equal(again.value.kind, 'on_its_way');
  assert.equal(given().length, from + 2);
});

test('23 two calls at once make one invoice', async () => {
  payee.answers.set('/pull', { status: 'OK' });
  const { id } = await draft(ann);
  const from = given().length;
  const both = await Promise.all([withdraw(ann, id, 10n), withdraw(ann, id, 10n)]);
  assert.ok(both.every(({ ok }) => ok));
  assert.equal(new Set(given().slice(from)).size, 1);
});

test('23 a no is told, and may be repeated', async () => {
  payee.answers.set('/pull', { status: 'ERROR', reason: 'Already used' });
  const { id } = await draft(ann);
  assert.equal(await refusalOf(withdraw(ann, id, 10n)), 'payee_refused');
  payee.answers.set('/pull', 'OK');
  assert.equal(await refusalOf(withdraw(ann, id, 10n)), 'bad_payee_answer');
  payee.answers.set('/pull', { status: 'OK' });
  assert.ok((await withdraw(ann, id, 10n)).ok);
});

test('23 the draft of another user, an unknown and an old one are not there', async () => {
  const { id } = await draft(ann);
  const asked = payee.asked.length;
  assert.equal(await refusalOf(withdraw(bob, id, 10n)), 'draft_not_found');
  assert.equal(await refusalOf(withdraw(ann, 'nonsense', 10n)), 'draft_not_found');
  api.clock.move(WITHDRAW_DRAFT_LIFE_MS + 1000);
  assert.equal(await refusalOf(withdraw(ann, id, 10n)), 'draft_not_found');
  assert.equal(payee.asked.length, asked);
  api.clock.move(30 * WITHDRAW_DRAFT_LIFE_MS);
  await pruneSendDrafts(deps, NEVER);
  assert.equal(await deps.withdrawDrafts.findDraft(ann.user.id, id), null);
});
