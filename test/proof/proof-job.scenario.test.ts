import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { request } from 'undici';
import { makeOwnFile } from '../../src/proof/make-own-file.ts';
import { ownFileText } from '../../src/proof/own-file.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { verifyProof } from '../../src/proof/verify-proof.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { alarmsOf } from '../support/service-alarms.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import { addWalletUser, fund, type WalletUser } from '../support/wallet-user.ts';

/** One process makes checkpoints; another one, without any of its files, shows them. */

const cleanups: (() => Promise<void>)[] = [];
let opened: TestDatabase;
let worker: RunningService;
let api: RunningService;
let user: WalletUser;

before(async () => {
  opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  const shared = {
    ...databaseVariables(opened),
    SATCHEL_SECRET_KEY: 'ab'.repeat(32),
    SATCHEL_PROOF_FROM_USERS: '1',
  };
  worker = await startService(shared);
  cleanups.push(() => worker.dispose());
  api = await startService({ ...shared, ...(await nodeOf(worker)) }, { role: 'api' });
  cleanups.push(async () => {
    await api.end('SIGTERM');
    await rm(api.dataDir, { recursive: true });
  });
  user = await addWalletUser(worker);
  await fund(worker, user, 4321);
});
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** As if an hour had passed: it is due, and what a dead process had in hand is free. */
async function beginNextHour(): Promise<void> {
  const owner = postgres(opened.ownerUrl, { max: 1 });
  await owner`update job set lease_until = now() where kind = 'make-checkpoint'`;
  await owner`update job_schedule set last_slot = 0 where kind = 'make-checkpoint'`;
  await owner.end();
}

const published = (service: RunningService, epoch: number): Promise<string> =>
  eventually(
    `checkpoint ${epoch}`,
    async () => {
      const { statusCode, body } = await request(`${service.baseUrl}/proof/${epoch}.json`);
      const text = await body.text();
      return statusCode === 200 ? text : null;
    },
    150_000,
  );

test('each hour a process makes one, and any other shows it and makes files of users', async () => {
  await beginNextHour();
  const checkpoint = await published(api, 1);
  const proofs = createCheckpointStore(opened.database);
  const found = await worker.withStores(({ users }) => users.findUserByEmail(user.email));
  assert(found !== null);
  const own = await makeOwnFile({ proofs }, found, 1n);
  assert(own !== null && own.file !== null);
  const { identifier } = user;
  const mine = ownFileText(own.file);
  const verified = verifyProof({ checkpoint, mine, key: null, identifier });
  assert.equal(verified.ok && verified.value.mine?.msat, 4_321_000n);
  assert.equal(verified.ok && verified.value.mine?.recordSeq, 1n);
  await eventually('the copy', async () => {
    // A draft of it may be there before.
    const names = await readdir(join(worker.dataDir, 'proofs')).catch((): string[] => []);
    return names.includes('1.json') ? names : null;
  });
  assert(!(await readdir(api.dataDir)).includes('proofs'));
});

test('after kill -9 of the one that makes them, the chain goes on', async () => {
  await beginNextHour();
  await worker.end('SIGKILL');
  await worker.start();
  await beginNextHour();
  await published(api, 2);
  const { body } = await request(`${api.baseUrl}/proof/1-2.json`);
  const chain = { mine: null, key: null, identifier: null, checkpoint: await body.text() };
  assert(verifyProof(chain).ok);
  assert.deepEqual(await alarmsOf(worker), []);
});
