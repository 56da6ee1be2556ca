import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { makeCheckpoints } from '../../src/proof/make-checkpoints.ts';
import { openProofBench } from '../support/proof/proof-bench.ts';

const bench = await openProofBench({ after });
const { deps, database, superuser } = bench;
const PAST = new Date('2021-02-03T12:00:00Z');

test('the job makes none while few users have had any money', async () => {
  let runs = 0;
  const runCheckpoint = async () => {
    runs += 1;
  };
  const stops = createPaymentStopStore(database);
  const job = { ...deps, stops, leastUsers: 2, runCheckpoint };
  const { signal } = new AbortController();
  await makeCheckpoints(job, signal);
  assert.equal(runs, 0);
  await bench.credit(await bench.addUser(), 1, PAST);
  await bench.addUser();
  await makeCheckpoints(job, signal);
  assert.equal(runs, 0, 'one of two has had none');
  await bench.credit(await bench.addUser(), 1, PAST);
  await makeCheckpoints(job, signal);
  assert.equal(runs, 1);
});

test('the job makes none while the database may lack what it once held', async () => {
  let runs = 0;
  const runCheckpoint = async () => {
    runs += 1;
  };
  const stops = createPaymentStopStore(database);
  const job = { ...deps, stops, leastUsers: 1, runCheckpoint };
  const { signal } = new AbortController();
  await superuser`insert into outside_stop (reason, detail) values ('restored', 'test')`;
  await makeCheckpoints(job, signal);
  assert.equal(runs, 0);
  await superuser`delete from outside_stop`;
  await makeCheckpoints(job, signal);
  assert.equal(runs, 1);
});
