import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { bytesToHex } from '../../src/base/hex.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { checkpointHash, totalMsat } from '../../src/proof/checkpoint.ts';
import { readCheckpointText } from '../../src/proof/checkpoint-file.ts';
import { makeCheckpoint } from '../../src/proof/make-checkpoint.ts';
import { creditUnclaimed } from '../support/money-model/events.ts';
import { openProofBench } from '../support/proof/proof-bench.ts';

const bench = await openProofBench({ after });
const { deps, database, superuser, world, folder, alarms, make, verify } = bench;
const PAST = new Date('2021-02-03T12:00:00Z');
afterEach(async () => {
  const { findings } = await createBooksStore(database).checkBooks();
  assert.deepEqual(findings, []);
});

const made = async () => {
  const answer = await make();
  assert(answer.ok, 'a checkpoint is made');
  return answer.value;
};

const obligations = async (): Promise<bigint> => {
  const { walletsMsat, unclaimedMsat } = await createSolvencyStore(database).readObligations();
  const [open] = await database.sql<{ held: bigint }[]>`
    select coalesce(sum(held_msat), 0)::bigint as held from payment where ended_at is null`;
  return walletsMsat + unclaimedMsat + (open?.held ?? 0n);
};

describe('28 a checkpoint', () => {
  test('M100 is what is owed: wallets, held money, and what is unclaimed', async () => {
    const [rich, poor] = [await bench.addUser(), await bench.addUser()];
    await bench.credit(rich, 5000, PAST);
    const travelling = await bench.send(rich, 1_000_000n, 10, PAST);
    assert(travelling !== null);
    await world.store.credit([creditUnclaimed({ amountSat: 70 })]);
    const checkpoint = await made();
    assert.equal(totalMsat(checkpoint), await obligations());
    assert.equal(checkpoint.unclaimedMsat, 70_000n);
    assert.equal(checkpoint.inFlightMsat, 1_010_000n);
    const [mine, nothing] = [await verify(rich), await verify(poor)];
    assert(typeof mine === 'object' && typeof nothing === 'object');
    assert.equal(mine?.msat, 5_000_000n);
    assert.equal(nothing?.msat, 0n);
    await bench.fail(travelling, PAST);
  });

  test('counts each user, whoever checks, and their parts are not those of last time', async () => {
    await made();
    const users = await database.sql<{ user_id: string; msat: bigint }[]>`
      select user_id, wallet_msat + held_msat as msat from wallet`;
    let sum = 0n;
    const nonces: string[] = [];
    for (const { user_id, msat } of users) {
      const mine = await verify(user_id);
      assert(mine !== null && typeof mine === 'object');
      assert.equal(mine.msat, msat);
      sum += msat;
      nonces.push(...mine.parts.map(({ nonce }) => bytesToHex(nonce)));
    }
    const next = await made();
    assert.equal(next.users.msat, sum);
    for (const { user_id } of users) {
      const again = await bench.ownFile(user_id);
      nonces.push(...(again?.file?.parts ?? []).map(({ nonce }) => bytesToHex(nonce)));
    }
    assert.equal(new Set(nonces).size, users.length * 16);
  });

  test('stays that of its moment while users pay each other, and holds up no payment', async () => {
    const [payer, payee] = [await bench.addUser(), await bench.addUser()];
    await bench.credit(payer, 1000, PAST);
    const { readSnapshot } = deps.proofs;
    let paid = 0;
    const between = {
      ...deps.proofs,
      readSnapshot: async () => {
        const snapshot = await readSnapshot();
        // What is paid from here on belongs to the next one.
        for (; paid < 5; paid += 1) assert(await bench.payInside(payer, payee, 1000n, PAST));
        return snapshot;
      },
    };
    const before = await obligations();
    const answer = await makeCheckpoint({ ...deps, proofs: between });
    assert(answer.ok);
    assert.equal(totalMsat(answer.value), before);
    const mine = await verify(payer);
    assert(mine !== null && typeof mine === 'object');
    assert.equal(mine.msat, 1_000_000n);
    assert.equal(await bench.totalSat(payer), 995n);
  });

  test('M100 is whole at any moment, while users pay each other and over the node', async () => {
    const users = [await bench.addUser(), await bench.addUser(), await bench.addUser()];
    for (const user of users) await bench.credit(user, 1000, PAST);
    const owed = await obligations();
    let isOver = false;
    const move = async (from: number): Promise<void> => {
      const [payer, payee] = [users[from] ?? '', users[(from + 1) % users.length] ?? ''];
      while (!isOver) {
        await bench.payInside(payer, payee, 1000n, PAST);
        const sent = await bench.send(payer, 5000n, 1, PAST);
        if (sent !== null) await bench.fail(sent, PAST);
      }
    };
    const moving = users.map((_, from) => move(from));
    try {
      for (let round = 0; round < 8; round += 1) {
        const checkpoint = await made();
        assert.equal(totalMsat(checkpoint), owed);
        for (const user of users) assert(typeof (await verify(user)) === 'object');
      }
    } finally {
      isOver = true;
      await Promise.all(moving);
    }
    assert.deepEqual(alarms, []);
  });

  test('is not held up by a wallet that a payment has locked', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 10, PAST);
    await superuser.begin(async (sql) => {
      await sql`select from wallet where user_id = ${user} for no key update`;
      await made();
    });
  });

  test('knows no one whose account is closed', async () => {
    const gone = await bench.addUser();
    await superuser`update wallet set is_closed = true where user_id = ${gone}`;
    await made();
    const own = await bench.ownFile(gone);
    assert(own !== null);
    assert.equal(own.file, null);
  });

  test('knows no one who came later', async () => {
    await made();
    const own = await bench.ownFile(await bench.addUser());
    assert(own !== null);
    assert.equal(own.file, null);
  });

  test('M100 is refused with an alarm while wallets and books disagree', async () => {
    const user = await bench.addUser();
    await superuser`update wallet set held_msat = 1000 where user_id = ${user}`;
    const answer = await make();
    assert.equal(answer.ok ? 'ok' : answer.refusal.kind, 'unequal');
    assert.deepEqual(
      alarms.map(({ kind }) => kind),
      ['owed_sums_differ'],
    );
    alarms.length = 0;
    await superuser`update wallet set held_msat = 0 where user_id = ${user}`;
    await made();
  });
});

describe('the chain of statements', () => {
  const headOf = async (userId: string) => {
    const [month] = await bench.statements.listMonths(userId, 1);
    return { seq: month?.lastSeq, head: month?.head };
  };

  test('M101 stands in the leaf, brought up to date by the checkpoint', async () => {
    const [one, other] = [await bench.addUser(), await bench.addUser()];
    const now = new Date();
    for (const amount of [500, 7, 8]) await bench.credit(one, amount, now);
    await bench.payInside(one, other, 3000n, now);
    await made();
    for (const [user, seq] of [
      [one, 4n],
      [other, 1n],
    ] as const) {
      const mine = await verify(user);
      assert(mine !== null && typeof mine === 'object');
      assert.equal(mine.recordSeq, seq);
      assert.deepEqual(await headOf(user), { seq, head: bytesToHex(mine.chainHead) });
      await bench.reckon(user, now);
      assert.deepEqual(await headOf(user), { seq, head: bytesToHex(mine.chainHead) });
    }
  });

  test('goes on where it was, and closes no month', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 500, PAST);
    await made();
    await bench.credit(user, 500, new Date('2021-03-03T12:00:00Z'));
    await made();
    const mine = await verify(user);
    assert(mine !== null && typeof mine === 'object');
    // The second one belongs to a month that begins when the first one is closed.
    assert.equal(mine.recordSeq, 1n);
    const months = await bench.statements.listMonths(user, 10);
    assert.deepEqual(
      months.map(({ month, closedAt }) => [month, closedAt]),
      [['2021-02', null]],
    );
    await bench.reckon(user, new Date());
    await made();
    const later = await verify(user);
    assert(later !== null && typeof later === 'object');
    assert.equal(later.recordSeq, 2n);
  });
});

describe('checkpoints', () => {
  test('follow each other, and of two at once one is refused', async () => {
    const before = await made();
    const answers = await Promise.all([make(), make()]);
    const kinds = answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.kind)).toSorted();
    assert(kinds.includes('ok'));
    assert(kinds.every((kind) => kind === 'ok' || kind === 'overtaken'));
    const next = await deps.proofs.find(before.epoch + 1n);
    assert.deepEqual(Buffer.from(next?.checkpoint.previous ?? []), checkpointHash(before));
  });

  test('are copied to the folder, with those that other processes made', async () => {
    const { epoch } = await made();
    folder.files.delete(epoch);
    const next = await made();
    for (const one of [epoch, next.epoch]) {
      const copy = readCheckpointText(folder.files.get(one) ?? '');
      assert.deepEqual(copy, await deps.proofs.find(one));
    }
  });

  test('keep what files of users need for the newest 24 only, and forget its seed', async () => {
    for (let count = 0; count < 26; count += 1) await made();
    const [kept] = await database.sql<{ trees: bigint; seeds: bigint; all: bigint }[]>`
      select count(run_id) as trees, count(seed) as seeds, count(*) as all from proof_checkpoint`;
    assert(kept !== undefined);
    assert.deepEqual([kept.trees, kept.seeds], [24n, 24n]);
    assert(kept.all > 26n);
    await superuser`update proof_chunk set written_at = written_at - interval '1 day'`;
    await made();
    const [runs] = await database.sql<{ count: bigint }[]>`
      select count(distinct run_id) as count from proof_chunk`;
    assert.equal(runs?.count, 24n);
  });

  test('of a run that died leave nothing behind', async () => {
    const dying = { ...deps.proofs, publish: () => Promise.reject(new Error('killed')) };
    await assert.rejects(makeCheckpoint({ ...deps, proofs: dying }), /killed/);
    await superuser`update proof_chunk set written_at = written_at - interval '1 day'`;
    await made();
    const left = await database.sql`
      select from proof_chunk c
      where not exists (select from proof_checkpoint k where k.run_id = c.run_id)`;
    assert.equal(left.length, 0);
  });

  test('that are published never change', async () => {
    for (const statement of [
      'update proof_checkpoint set users_msat = 0',
      'update proof_checkpoint set signature = signature',
      'delete from proof_checkpoint',
      'update proof_binding set signature = signature',
    ]) {
      await assert.rejects(database.sql.unsafe(statement).execute(), { code: '42501' });
    }
  });
});
