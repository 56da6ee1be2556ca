import type { Alarm } from '../../../src/alarms/alarm-store.ts';
import { createNodeStore } from '../../../src/node/sql/node-store.ts';
import { signingKeyOf } from '../../../src/proof/checkpoint.ts';
import { presentCheckpoint } from '../../../src/proof/checkpoint-file.ts';
import type { CheckpointFolder } from '../../../src/proof/checkpoint-store.ts';
import { makeCheckpoint } from '../../../src/proof/make-checkpoint.ts';
import { makeOwnFile } from '../../../src/proof/make-own-file.ts';
import { ownFileText } from '../../../src/proof/own-file.ts';
import { createCheckpointStore } from '../../../src/proof/sql/checkpoint-store.ts';
import { verifyProof } from '../../../src/proof/verify-proof.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import type { Cleanup } from '../database.ts';
import { createListeningLog } from '../listening-log.ts';
import { startStatementBench } from '../statement-bench.ts';
import { digest, SAMPLE_NODE } from './sample-proofs.ts';

export function memoryFolder(): CheckpointFolder & { readonly files: Map<bigint, string> } {
  const files = new Map<bigint, string>();
  return {
    files,
    listEpochs: async () => [...files.keys()].sort((a, b) => (a < b ? -1 : 1)),
    read: async (epoch) => files.get(epoch) ?? null,
    write: async (epoch, text) => void (files.has(epoch) || files.set(epoch, text)),
  };
}

/** Opens wallets whose money moves, and their checkpoints. */
export async function openProofBench(cleanup: Cleanup) {
  const bench = await startStatementBench(cleanup);
  const { database } = bench;
  await createNodeStore(database).bindNode('regtest', SAMPLE_NODE);
  const alarms: Alarm[] = [];
  const proofFolder = memoryFolder();
  const deps = {
    proofs: createCheckpointStore(database),
    proofKeys: { keyOf: (number: number) => signingKeyOf(digest(`key ${number} of the bench`)) },
    proofFolder,
    alarms: { raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm) },
    log: createListeningLog(),
    clock: systemClock,
    random: systemRandom,
  };
  const identifierOf = async (userId: string): Promise<string> => {
    const [row] = await database.sql<{ identifier: string }[]>`
      select identifier from wallet_user where id = ${userId}`;
    return row?.identifier ?? '';
  };
  return {
    ...bench,
    deps,
    alarms,
    folder: proofFolder,
    identifierOf,
    make: (inputs = { changesKey: false }) => makeCheckpoint(deps, inputs),
    ownFile: async (id: string) => makeOwnFile(deps, { id, identifier: await identifierOf(id) }),
    /** Verifies a user's file. Returns the result, and the balance that the file shows. */
    verify: async (id: string) => {
      const identifier = await identifierOf(id);
      const own = await makeOwnFile(deps, { id, identifier });
      if (own === null || own.file === null) return null;
      const verified = verifyProof({
        checkpoint: JSON.stringify(presentCheckpoint(own.published)),
        mine: ownFileText(own.file),
        key: own.published.checkpoint.key,
        identifier,
      });
      return verified.ok ? own.file : verified.refusal.kind;
    },
  };
}
