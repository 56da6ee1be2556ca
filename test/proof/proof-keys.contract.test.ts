import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bytesToHex } from '../../src/base/hex.ts';
import { bindKey, readStatement } from '../../src/proof/bind-key.ts';
import { presentCheckpoint } from '../../src/proof/checkpoint-file.ts';
import { importCopies } from '../../src/proof/copy-checkpoints.ts';
import { MAX_PROOF_KEYS } from '../../src/proof/limits.ts';
import { makeCheckpoint } from '../../src/proof/make-checkpoint.ts';
import { verifyProof } from '../../src/proof/verify-proof.ts';
import { openProofBench } from '../support/proof/proof-bench.ts';
import { presentSigned, signByNode } from '../support/proof/sample-proofs.ts';

/** The key that signs checkpoints can be changed, and the chain goes on. */

const bench = await openProofBench({ after });
const { deps, database, superuser, folder, alarms } = bench;

const made = async (changesKey = false) => {
  const answer = await bench.make({ changesKey });
  assert(answer.ok, 'a checkpoint is made');
  return answer.value;
};

const chainSince = async (epoch: bigint, key: Uint8Array) => {
  const all = await deps.proofs.listFrom(epoch, 100);
  const chain = { format: 'satchel-owed-chain-v1', checkpoints: all.map(presentCheckpoint) };
  const checkpoint = JSON.stringify(chain);
  const verified = verifyProof({ checkpoint, mine: null, key, identifier: null });
  return verified.ok ? verified.value : verified.refusal.kind;
};

test('each key signs the next one, and stays until it is changed again', async () => {
  await bench.credit(await bench.addUser(), 500, new Date('2021-02-03T12:00:00Z'));
  const first = await made();
  const second = await made(true);
  const third = await made();
  const fourth = await made(true);
  assert.equal(first.keySignature, null);
  assert.equal(third.keySignature, null);
  assert.notDeepEqual(second.key, first.key);
  assert.deepEqual(third.key, second.key);
  const keys = new Set([first, third, fourth].map(({ key }) => bytesToHex(key)));
  assert.equal(keys.size, 3);
  for (const { key } of [first, second, fourth]) {
    const verified = await chainSince(first.epoch, key);
    assert(typeof verified === 'object');
    assert.equal(verified.published.checkpoint.epoch, fourth.epoch);
  }
  assert.equal(await chainSince(first.epoch, new Uint8Array(32)), 'wrong_key');
});

test('the signature of the next key is that of the present one, or there is none', async () => {
  const before = (await deps.proofs.findNewest())?.checkpoint ?? assert.fail('there is one');
  const next = await made(true);
  await superuser`update proof_checkpoint set key_signature = null where epoch = ${String(next.epoch)}`;
  assert.equal(await chainSince(before.epoch, before.key), 'unsigned_key');
  await superuser`update proof_checkpoint set key_signature = ${next.keySignature}
    where epoch = ${String(next.epoch)}`;
  assert(typeof (await chainSince(before.epoch, before.key)) === 'object');
});

test('after a restore, the copies lead on to the key that was in use', async () => {
  const rotated = await made(true);
  await superuser`delete from proof_checkpoint where epoch = ${String(rotated.epoch)}`;
  assert(folder.files.has(rotated.epoch));
  const next = await made();
  assert.equal(next.epoch, rotated.epoch + 1n);
  assert.deepEqual(next.key, rotated.key);
  const found = await deps.proofs.find(rotated.epoch);
  assert.deepEqual(
    presentSigned(found?.checkpoint ?? assert.fail('it was taken from its copy')),
    presentSigned(rotated),
  );
  assert(typeof (await chainSince(1n, next.key)) === 'object');
  assert.deepEqual(alarms, []);
});

test('a copy by a key that is none of ours is not taken', async () => {
  const newest = (await deps.proofs.findNewest())?.checkpoint ?? assert.fail('there is one');
  const keyOf = () => ({ ...deps.proofKeys.keyOf(1), publicKey: new Uint8Array(32) });
  const strange = { ...deps, proofKeys: { keyOf } };
  await superuser`delete from proof_checkpoint where epoch = ${String(newest.epoch)}`;
  await importCopies(strange);
  assert.equal((await deps.proofs.findNewest())?.checkpoint.epoch, newest.epoch - 1n);
  assert.deepEqual(
    alarms.map(({ kind }) => kind),
    ['proof_folder_differs'],
  );
  await importCopies(deps);
  assert.equal((await deps.proofs.findNewest())?.checkpoint.epoch, newest.epoch);
});

test('the node may sign the next key before it is used', async () => {
  const next = await readStatement(deps, 'next');
  const present = await readStatement(deps);
  assert(next.ok && present.ok);
  assert.notEqual(next.value.text, present.value.text);
  const signature = signByNode(next.value.text);
  assert((await bindKey(deps, signature)).ok);
  assert.equal((await deps.proofs.findNewest())?.nodeSignature, null);
  const rotated = await made(true);
  assert.equal((await deps.proofs.find(rotated.epoch))?.nodeSignature, signature);
  const after = await readStatement(deps);
  assert(after.ok && after.value.text === next.value.text);
});

test('there is a last key', async () => {
  const newest = (await deps.proofs.findNewest())?.checkpoint ?? assert.fail('there is one');
  const keys = {
    keyOf: (number: number) => deps.proofKeys.keyOf(number === MAX_PROOF_KEYS ? 1 : 1000 + number),
  };
  await superuser`update proof_checkpoint set key = ${deps.proofKeys.keyOf(1).publicKey}
    where epoch = ${String(newest.epoch)}`;
  folder.files.clear();
  const refused = await makeCheckpoint({ ...deps, proofKeys: keys }, { changesKey: true });
  assert.equal(refused.ok ? 'ok' : refused.refusal.kind, 'no_more_keys');
  const [row] = await database.sql<{ epoch: bigint }[]>`select max(epoch) as epoch
    from proof_checkpoint`;
  assert.equal(row?.epoch, newest.epoch);
});
