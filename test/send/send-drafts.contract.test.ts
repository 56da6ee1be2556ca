import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { webCaller } from '../../src/authorization/caller.ts';
import { sat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { newUuid } from '../../src/base/id.ts';
import { MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import { deriveIds } from '../../src/payments/planned-ids.ts';
import { sendKeysend } from '../../src/payments/send-keysend.ts';
import { KEEP_PAID_DRAFTS_MS, SEND_DRAFT_LIFE_MS } from '../../src/send/limits.ts';
import { payDraft } from '../../src/send/pay-draft.ts';
import { createPayFlow } from '../../src/send/pay-flow.ts';
import type { NewSendDraft, SendDraft } from '../../src/send/stores/send-draft-store.ts';
import type { ApiUser } from '../support/api-user.ts';
import { NEVER, startSendBench } from '../support/lnurl/send-bench.ts';

/** Drafts between two pages: the store over PostgreSQL, and what two processes do at once. */

const bench = await startSendBench({ after });
const { api, deps, offer, payee } = bench;
const { sendDrafts: drafts } = deps;
const payFlow = createPayFlow(deps);
const NODE_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const ann = await api.addUser();
const bob = await api.addUser();
await ann.receive(100_000);
const owner = postgres(api.ownerUrl, { max: 1 });
after(() => owner.end());
/** Before an invoice or an amount is known. */
const EMPTY = { bolt11: null, pay_sat: null, sent_to: null, is_hash_confirmed: null };

const find = async ({ user }: ApiUser, id: string): Promise<SendDraft> => {
  const draft = await drafts.findDraft(user.id, id);
  assert(draft !== null, 'the draft is there');
  return draft;
};

async function begin(user: ApiUser, text: string): Promise<string> {
  const begun = await payFlow.pages.begin({ userId: user.user.id, text, amountSat: null }, NEVER);
  assert(begun.ok && begun.value.kind === 'send');
  return begun.value.draftId;
}

const invoice = (amountSat: bigint): string =>
  bench.invoice({ amountMsat: amountSat * 1000n }).bolt11;

/** Pays it as a page does. */
const pay = async (user: ApiUser, id: string) =>
  await payDraft({ ...deps, payFlow }, await find(user, id));

/** As when an earlier state of the database was brought back and this was noticed. */
async function wentBack(at: Date | null): Promise<void> {
  await bench.database.sql`
    insert into database_mark (system_identifier, timeline) values (1, current_timeline())
    on conflict (is_only) do nothing`;
  await bench.database.sql`
    update database_mark set looked_in = database_place(), went_back_at = ${at}`;
}

describe('a draft', () => {
  test('is kept as it is, for its user only', async () => {
    payee.answers.set('/.well-known/lnurlp/shop', offer());
    payee.answers.set('/cb', () => ({
      pr: bench.invoice({ amountMsat: 42_000n }).bolt11,
      successAction: { tag: 'message', message: 'Thanks “you”' },
    }));
    const id = await begin(ann, `shop@${payee.host}`);
    const empty = await find(ann, id);
    assert.deepEqual([empty.prepared, empty.paymentId], [null, null]);
    assert.equal(empty.target.payee, `shop@${payee.host}`);
    assert.deepEqual([empty.target.minSat, empty.target.commentLength], [1n, 20]);
    const input = { userId: ann.user.id, draftId: id, amountSat: sat(42n), comment: 'hi' };
    assert((await payFlow.pages.choose(input, NEVER)).ok);
    const chosen = await find(ann, id);
    assert.deepEqual(chosen.choice, { amountSat: 42n, comment: 'hi' });
    assert(chosen.prepared?.kind === 'bolt11');
    assert.deepEqual(chosen.prepared.sentTo, {
      payee: `shop@${payee.host}`,
      comment: 'hi',
      successAction: { tag: 'message', message: 'Thanks “you”' },
    });
    assert(chosen.prepared?.kind === 'bolt11');
    assert.equal(chosen.prepared.isHashConfirmed, true);
    assert.equal(await drafts.findDraft(bob.user.id, id), null);
    assert.equal(await drafts.findDraft(ann.user.id, 'nonsense'), null);
  });

  test('keeps its first invoice and its first payment', async () => {
    const id = await begin(ann, bench.invoice({ amountMsat: null }).bolt11);
    const kept = (amountSat: bigint) =>
      drafts.keepPrepared(
        id,
        { amountSat: sat(amountSat), comment: null },
        {
          kind: 'bolt11',
          bolt11: invoice(1n),
          amountMsat: null,
          sentTo: null,
          isHashConfirmed: true,
        },
      );
    await Promise.all([kept(1n), kept(2n), kept(3n)]);
    const first = await find(ann, id);
    await kept(4n);
    assert.deepEqual(await find(ann, id), first);
    await pay(ann, id);
    const { paymentId } = await find(ann, id);
    assert(paymentId !== null);
    const other = await begin(ann, invoice(2n));
    await pay(ann, other);
    await drafts.keepPayment(id, (await find(ann, other)).paymentId ?? '');
    assert.equal((await find(ann, id)).paymentId, paymentId);
  });

  test('of a node keeps its first amount, and is paid once by many', async () => {
    const id = await begin(ann, NODE_KEY);
    const choose = (amountSat: bigint) =>
      payFlow.pages.choose(
        { userId: ann.user.id, draftId: id, amountSat: sat(amountSat), comment: `of ${amountSat}` },
        NEVER,
      );
    await Promise.all([choose(10n), choose(20n), choose(30n)]);
    const first = await find(ann, id);
    assert(first.prepared?.kind === 'keysend');
    const { amountMsat, sentTo } = first.prepared;
    const comment = `of ${amountMsat / 1000n}`;
    assert.deepEqual(sentTo, { payee: NODE_KEY, comment, successAction: null, link: NODE_KEY });
    await choose(40n);
    assert.deepEqual(await find(ann, id), first);
    const sent = api.node.sent.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(ann, id)));
    assert.ok(answers.every(({ ok }) => ok));
    assert.equal(api.node.sent.length, sent + 1);
  });

  test('of a node from before the database went back is not paid, one of an invoice is', async (t) => {
    const ofNode = async (): Promise<string> => {
      const id = await begin(ann, NODE_KEY);
      const choice = { amountSat: sat(10n), comment: null };
      assert(
        (await payFlow.pages.choose({ userId: ann.user.id, draftId: id, ...choice }, NEVER)).ok,
      );
      return id;
    };
    const [before, paid, ofInvoice] = [
      await ofNode(),
      await ofNode(),
      await begin(ann, invoice(10n)),
    ];
    assert((await pay(ann, paid)).ok);
    t.after(() => wentBack(null));
    await wentBack(deps.clock.now());
    const sent = api.node.sent.length;
    assert.deepEqual(await pay(ann, before), { ok: false, refusal: { kind: 'draft_not_found' } });
    assert.equal(api.node.sent.length, sent);
    assert((await pay(ann, paid)).ok, 'its payment is known');
    assert((await pay(ann, ofInvoice)).ok);
    assert.equal(api.node.sent.length, sent + 1);
    await wentBack(new Date(deps.clock.now().getTime() - HOUR_MS));
    assert((await pay(ann, await ofNode())).ok);
    assert.equal(api.node.sent.length, sent + 2);
  });

  test('is paid under ids that follow from it', async () => {
    for (const text of [invoice(10n), NODE_KEY]) {
      const id = await begin(ann, text);
      const choice = { amountSat: sat(10n), comment: null };
      await payFlow.pages.choose({ userId: ann.user.id, draftId: id, ...choice }, NEVER);
      assert((await pay(ann, id)).ok);
      const draft = await find(ann, id);
      assert.equal(draft.paymentId, deriveIds(deps.planKey, draft).paymentId);
    }
  });

  test('that an older version prepared is paid as it stands', async () => {
    const old = async (text: string, columns: object): Promise<string> => {
      const id = await begin(ann, text);
      await owner`update send_draft set ${owner({ ...EMPTY, ...columns })} where id = ${id}`;
      return id;
    };
    const bolt11 = bench.invoice({ amountMsat: null }).bolt11;
    const sentTo = { payee: NODE_KEY, comment: 'hi', successAction: null };
    const ofInvoice = await old(bolt11, { bolt11, pay_sat: 21, is_hash_confirmed: true });
    const ofNode = await old(NODE_KEY, { pay_sat: 22, sent_to: owner.json(sentTo) });
    const sent = api.node.sent.length;
    for (const [id, amountMsat] of [
      [ofInvoice, 21_000n],
      [ofNode, 22_000n],
    ] as const) {
      assert((await pay(ann, id)).ok);
      const { paymentId } = await find(ann, id);
      assert(paymentId !== null);
      assert.equal((await deps.payments.findPayment(paymentId))?.amountMsat, amountMsat);
    }
    assert.equal(api.node.sent.length, sent + 2);
    const last = api.node.sent.at(-1);
    assert(last?.kind === 'keysend');
    assert.equal(Buffer.from(last.records.get(MESSAGE_RECORD) ?? []).toString(), 'hi');
  });

  test('that an older version is paying, under ids of its own, is paid once', async () => {
    const id = await begin(ann, NODE_KEY);
    const choice = { amountSat: sat(10n), comment: null };
    await payFlow.pages.choose({ userId: ann.user.id, draftId: id, ...choice }, NEVER);
    const { prepared } = await find(ann, id);
    assert(prepared?.kind === 'keysend');
    const olderPay = () =>
      sendKeysend(deps, {
        caller: webCaller(ann.user.id),
        order: { ...prepared, recordsText: null },
        idempotency: { key: id, requestHash: hash('sha256', `send ${id}`, 'buffer') },
      });
    const sent = api.node.sent.length;
    await Promise.all([olderPay(), pay(ann, id), olderPay(), pay(ann, id)]);
    assert.equal(api.node.sent.length, sent + 1);
  });

  test('paid by many at once, it has one payment', async () => {
    const before = await ann.balanceSat();
    const id = await begin(ann, invoice(100n));
    const sent = api.node.sent.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(ann, id)));
    assert.ok(answers.every(({ ok }) => ok));
    assert.equal(api.node.sent.length, sent + 1);
    const after = await ann.balanceSat();
    assert.ok(after <= before - 100 && after > before - 200);
  });
});

describe('room for drafts', () => {
  const draft = (user: ApiUser): NewSendDraft => ({
    id: newUuid(deps.clock, deps.random),
    userId: user.user.id,
    createdAt: deps.clock.now(),
    target: {
      source: { kind: 'invoice', bolt11: 'x', hasAmount: true },
      payee: null,
      text: null,
      minSat: sat(1n),
      maxSat: sat(1n),
      commentLength: 0,
    },
    choice: { amountSat: null, comment: null },
    prepared: null,
  });
  const present = async (user: ApiUser, ids: readonly string[]): Promise<readonly boolean[]> =>
    await Promise.all(ids.map(async (id) => (await drafts.findDraft(user.user.id, id)) !== null));

  test('many that come at once are never more than allowed; paid ones and others’ stay', async () => {
    const carl = await api.addUser();
    await carl.receive(1000);
    const paid = await begin(carl, invoice(10n));
    await pay(carl, paid);
    const foreign = draft(bob);
    await drafts.insertDraft(foreign, 3);
    const many = Array.from({ length: 30 }, () => draft(carl));
    await Promise.all(many.map((one) => drafts.insertDraft(one, 3)));
    const there = await present(
      carl,
      many.map(({ id }) => id),
    );
    assert.equal(there.filter(Boolean).length, 3);
    assert.deepEqual(await present(carl, [paid]), [true]);
    assert.deepEqual(await present(bob, [foreign.id]), [true]);
  });

  test('pruning removes unpaid ones after their time, and paid ones much later', async () => {
    const dora = await api.addUser();
    await dora.receive(1000);
    const [paid, left] = [await begin(dora, invoice(10n)), await begin(dora, invoice(20n))];
    await pay(dora, paid);
    const prune = async (unpaid: number, kept: number): Promise<readonly boolean[]> => {
      const now = deps.clock.now().getTime() + 1;
      await drafts.pruneDrafts({ unpaid: new Date(now - unpaid), paid: new Date(now - kept) }, 1e6);
      return await present(dora, [paid, left]);
    };
    assert.deepEqual(await prune(SEND_DRAFT_LIFE_MS, KEEP_PAID_DRAFTS_MS), [true, true]);
    assert.deepEqual(await prune(0, KEEP_PAID_DRAFTS_MS), [true, false]);
    assert.deepEqual(await prune(0, 0), [false, false]);
  });
});
