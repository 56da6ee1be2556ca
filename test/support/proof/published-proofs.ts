import { assert } from '../../../src/base/assert.ts';
import type { Database } from '../../../src/database/db.ts';
import { createNodeStore } from '../../../src/node/sql/node-store.ts';
import {
  checkpointHash,
  FIRST_PREVIOUS,
  type SignedCheckpoint,
  signCheckpoint,
} from '../../../src/proof/checkpoint.ts';
import { makeCheckpoint } from '../../../src/proof/make-checkpoint.ts';
import { createCheckpointStore } from '../../../src/proof/sql/checkpoint-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { createListeningLog } from '../listening-log.ts';
import { memoryFolder } from './proof-bench.ts';
import { digest, OTHER_KEY, SAMPLE_KEY, SAMPLE_NODE, sampleBinding } from './sample-proofs.ts';

/** Publishes checkpoints in the database of a world with pages. */
export async function publishProofs(database: Database) {
  await createNodeStore(database).bindNode('regtest', SAMPLE_NODE);
  const proofs = createCheckpointStore(database);
  const [bound] = await database.sql<{ pubkey: string }[]>`select pubkey from bound_node`;
  const node = bound?.pubkey ?? SAMPLE_NODE;
  const deps = {
    proofs,
    proofKeys: { keyOf: (number: number) => (number === 1 ? SAMPLE_KEY : OTHER_KEY) },
    proofFolder: memoryFolder(),
    alarms: { raiseAlarm: () => Promise.reject(new Error('there is no alarm')) },
    log: createListeningLog(),
    clock: systemClock,
    random: systemRandom,
  };
  /** Makes a checkpoint of the present balances. */
  const make = async (changesKey = false): Promise<SignedCheckpoint> => {
    const made = await makeCheckpoint({ ...deps, proofFolder: memoryFolder() }, { changesKey });
    assert(made.ok, 'a checkpoint is made');
    return made.value;
  };
  /** Publishes a checkpoint without a tree, as after a restore. */
  const publishAt = async (time: Date): Promise<SignedCheckpoint> => {
    const previous = (await proofs.findNewest())?.checkpoint ?? null;
    const next = signCheckpoint(SAMPLE_KEY, {
      epoch: (previous?.epoch ?? 0n) + 1n,
      time,
      node,
      depth: 6,
      users: { hash: digest('users'), msat: 5_000_500n },
      unclaimedMsat: 0n,
      inFlightMsat: 0n,
      previous: previous === null ? FIRST_PREVIOUS : checkpointHash(previous),
    });
    assert((await proofs.publish(next, null)) === 'published', 'no other one has its epoch');
    return next;
  };
  const bind = () =>
    proofs.bindKey({ key: SAMPLE_KEY.publicKey, node, signature: sampleBinding() });
  return { proofs, make, publishAt, bind };
}
