import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { bindKey, readStatement } from '../../src/proof/bind-key.ts';
import { checkpointHash } from '../../src/proof/checkpoint.ts';
import { checkpointText } from '../../src/proof/checkpoint-file.ts';
import { makeCheckpoint } from '../../src/proof/make-checkpoint.ts';
import { makeOwnFile } from '../../src/proof/make-own-file.ts';
import { ownFileText } from '../../src/proof/own-file.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { verifyProof } from '../../src/proof/verify-proof.ts';
import { backUp, migrated, removeBackups, restore } from '../support/backup-bench.ts';
import { openProofBench } from '../support/proof/proof-bench.ts';
import { SAMPLE_NODE, signByNode } from '../support/proof/sample-proofs.ts';

after(removeBackups);
const bench = await openProofBench({ after });
const { deps, superuser, folder, alarms, verify } = bench;
const PAST = new Date('2021-02-03T12:00:00Z');

const made = async () => {
  const answer = await bench.make();
  assert(answer.ok, 'a checkpoint is made');
  return answer.value;
};

const refusalOfNext = async () => {
  const answer = await bench.make();
  return answer.ok ? 'published' : answer.refusal.kind;
};

const newestHash = async () => {
  const newest = await deps.proofs.findNewest();
  assert(newest !== null);
  return checkpointHash(newest.checkpoint);
};

describe('after a database that went back', () => {
  test('the chain goes on from the copies, without a gap', async () => {
    await made();
    const seen = await made();
    await superuser`delete from proof_checkpoint where epoch >= ${String(seen.epoch - 1n)}`;
    const next = await made();
    assert.equal(next.epoch, seen.epoch + 1n);
    assert.deepEqual(Buffer.from(next.previous), checkpointHash(seen));
    const adopted = await deps.proofs.find(seen.epoch);
    assert.deepEqual(checkpointHash(adopted?.checkpoint ?? next), checkpointHash(seen));
    assert.deepEqual(alarms, []);
  });

  test('copies that are not ours, or changed, are told of, and nothing is published', async () => {
    const newest = await made();
    const text = folder.files.get(newest.epoch) ?? '';
    folder.files.set(
      newest.epoch + 1n,
      text.replace(`"${newest.epoch}"`, `"${newest.epoch + 1n}"`),
    );
    for (let round = 0; round < 2; round += 1) {
      assert.equal(await refusalOfNext(), 'copies_differ');
      assert.deepEqual(await newestHash(), checkpointHash(newest));
    }
    assert.deepEqual(new Set(alarms.map(({ kind }) => kind)), new Set(['proof_folder_differs']));
    assert.equal(new Set(alarms.map(({ subject }) => subject)).size, 1);
    folder.files.clear();
    alarms.length = 0;
    assert.equal((await made()).epoch, newest.epoch + 1n);
  });

  test('a chain that differs from the copy of its newest number does not go on', async () => {
    const seen = await made();
    const copy = folder.files.get(seen.epoch) ?? '';
    await superuser`delete from proof_checkpoint where epoch = ${String(seen.epoch)}`;
    folder.files.delete(seen.epoch);
    await bench.credit(await bench.addUser(), 1, PAST);
    const other = await made();
    folder.files.set(seen.epoch, copy);
    assert.equal(await refusalOfNext(), 'copies_differ');
    assert.deepEqual(await newestHash(), checkpointHash(other));
    folder.files.clear();
    alarms.length = 0;
  });

  test('without copies numbers are used again, and the two differ for all to see', async () => {
    const seen = await made();
    const shown = await deps.proofs.find(seen.epoch);
    await superuser`delete from proof_checkpoint where epoch = ${String(seen.epoch)}`;
    folder.files.delete(seen.epoch);
    await bench.credit(await bench.addUser(), 1, PAST);
    const again = await made();
    assert.equal(again.epoch, seen.epoch);
    assert(shown !== null);
    assert.notDeepEqual(checkpointHash(again), checkpointHash(shown.checkpoint));
  });
});

test('a backup holds the chain, and files of users come with the next checkpoint', async () => {
  const user = await bench.addUser();
  await bench.credit(user, 77, PAST);
  const kept = await made();
  const path = await backUp(bench);
  // Published, and lost: the folder still has it.
  const lost = await made();
  const target = await migrated();
  await restore(target, path);
  const proofs = createCheckpointStore(target.database);
  const before = await proofs.findNewest();
  assert.deepEqual(checkpointHash(before?.checkpoint ?? lost), checkpointHash(kept));
  const identifier = await bench.identifierOf(user);
  const readOwn = () => makeOwnFile({ proofs }, { id: user, identifier });
  assert.equal(await readOwn(), null, 'trees are not in it');
  const rows = await target.database.sql`select from proof_chunk`;
  assert.equal(rows.length, 0);
  const next = await makeCheckpoint({ ...deps, proofs });
  assert(next.ok);
  assert.equal(next.value.epoch, lost.epoch + 1n);
  const own = await readOwn();
  assert(own !== null && own.file !== null);
  const verified = verifyProof({
    checkpoint: checkpointText(own.published),
    mine: ownFileText(own.file),
    key: kept.key,
    identifier,
  });
  assert.equal(verified.ok && verified.value.mine?.msat, 77_000n);
  assert.equal(own.published.checkpoint.epoch, next.value.epoch);
  assert.deepEqual(Buffer.from(next.value.previous), checkpointHash(lost));
  assert.deepEqual(alarms, []);
});

test('the key is bound by a signature of our node and of no other', async () => {
  const statement = await readStatement(deps);
  assert(statement.ok);
  assert.equal(statement.value.node, SAMPLE_NODE);
  const other = signByNode(statement.value.text, Buffer.alloc(32, 9));
  for (const wrong of [other, signByNode('something else'), 'x', '', other.slice(1)]) {
    const answer = await bindKey(deps, wrong);
    assert.equal(answer.ok ? 'ok' : answer.refusal.kind, 'other_signer');
  }
  const { checkpoint } = (await deps.proofs.findNewest()) ?? { checkpoint: null };
  assert(checkpoint !== null);
  assert((await bindKey(deps, signByNode(statement.value.text))).ok);
  const bound = await deps.proofs.find(checkpoint.epoch);
  assert.equal(bound?.nodeSignature, signByNode(statement.value.text));
  assert.equal(await verify(await bench.addUser()), null);
});
