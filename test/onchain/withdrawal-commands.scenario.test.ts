import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { sat } from '../../src/base/amount.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { openCommandSession } from '../support/command-session.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';
import { newHash } from '../support/onchain/withdrawal-events.ts';

/** As an operator uses them, with the wallet of a simulated node. */

const wallet = await startDrivenWallet({ after });
const { sim, database, deps, fund, order, lead, find, mine } = wallet;
const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
after(() => rm(folder, { recursive: true, force: true }));
const macaroonHex = sim.macaroon(SERVICE_NODE);
const macaroonFile = join(folder, 'node.macaroon');
await writeFile(macaroonFile, Buffer.from(macaroonHex, 'hex'));
const told = await fetch(`${sim.url(SERVICE_NODE)}/v1/getinfo`, {
  headers: { 'Grpc-Metadata-macaroon': macaroonHex },
});
const { identity_pubkey: pubkey } = await told.json();
const owner = postgres(wallet.superuserUrl, { max: 1 });
after(() => owner.end());
// The node of the commands, in place of that which the bench was started with.
await owner`update bound_node set pubkey = ${pubkey}, network = 'regtest'`;
const session = openCommandSession({
  PATH: process.env['PATH'] ?? '',
  SATCHEL_DATA_DIR: folder,
  SATCHEL_DATABASE_URL: wallet.serviceUrl,
  SATCHEL_MIGRATE_DATABASE_URL: wallet.ownerUrl,
  SATCHEL_UNSAFE_DATABASE: 'on',
  SATCHEL_PORT: '3999',
  SATCHEL_LIGHTNING: 'lnd',
  SATCHEL_LND_REST_URL: sim.url(SERVICE_NODE),
  SATCHEL_LND_MACAROON_FILE: macaroonFile,
  SATCHEL_ONCHAIN: 'on',
  SATCHEL_LND_ONCHAIN_MACAROON_FILE: macaroonFile,
});
after(() => session.end());

async function run(...args: string[]) {
  const { status, out, err } = await session.run('withdrawals', ...args, '--json');
  assert.equal(status, 0, err);
  return JSON.parse(out);
}
async function refusal(...args: string[]): Promise<string> {
  const { status, err } = await session.run('withdrawals', ...args);
  assert.equal(status, 1);
  return err;
}

async function orderUnknown() {
  const { height } = await deps.chainWallet.tip();
  const ordered = await order(await fund(100_000), 20_000n, { fromHeight: height });
  await database.sql`update withdrawal set state = 'unknown' where id = ${ordered.id}`;
  return ordered;
}

test('an unknown one is listed with what to do, and given back once', async () => {
  assert.deepEqual(await run('list'), []);
  const { id, address } = await orderUnknown();
  const [listed] = await run('list');
  assert.deepEqual(
    [listed.id, listed.state, listed.address, listed.amount, listed.can_fail],
    [id, 'unknown', address, 20_000, true],
  );
  assert.match(listed.next, new RegExp(`satchel withdrawals fail ${id}`));
  assert.match((await session.run('withdrawals', 'list')).out, new RegExp(`${address} was paid`));
  assert.equal((await run('fail', id)).state, 'failed');
  assert.equal((await run('fail', id)).state, 'failed');
  assert.deepEqual(await run('list'), []);
  assert.match(await refusal('fail', crypto.randomUUID()), /there is no withdrawal/);
});

test('where the wallet has its transaction, that is named', async () => {
  const { id, address } = await orderUnknown();
  const { chainSpending } = deps;
  const amountSat = sat(20_000n);
  const funded = await chainSpending.fund({
    ...{ address, amountSat, satPerKw: 500n, lockId: newHash() },
  });
  assert(funded.ok);
  await chainSpending.publish(await chainSpending.sign(funded.value.psbt), '');
  const [listed] = await run('list');
  const [{ txid }] = listed.wallet.candidates;
  assert.match(listed.next, new RegExp(`withdrawals found ${id} --txid ${txid}`));
  assert.match(await refusal('fail', id), new RegExp(`has transaction ${txid} for it`));
  assert.match(await refusal('found', id, '--txid', 'x'), /64 digits/);
  assert.match(await refusal('found', id, '--txid', newHash()), /no such transaction/);
  const found = await run('found', id, '--txid', txid);
  assert.deepEqual([found.state, found.txid], ['signed', txid]);
  await mine();
});

test('the fee of one that waits for a block is raised', async () => {
  const leader = await lead();
  await leader.look(true);
  const ordered = await order(await fund(100_000), 20_000n);
  await leader.drive();
  assert.equal((await find(ordered)).state, 'broadcast');
  const listed = (await run('list')).find(({ id }: { readonly id: string }) => id === ordered.id);
  assert.match(listed.next, /withdrawals bump/);
  const rate = ['--fee-rate', '30'];
  assert.match(await refusal('bump', ordered.id, ...rate, '--max-fee', '10'), /10 sat are allowed/);
  assert.match(await refusal('bump', ordered.id, '--fee-rate', '1.5'), /whole number/);
  const bumped = await run('bump', ordered.id, ...rate);
  assert(bumped.fee > 0);
  assert.match(await refusal('bump', ordered.id, ...rate), /pays as much already/);
  await mine(6);
  await leader.look();
  assert.deepEqual(await deps.feeBumps.listOpen(), []);
  assert.deepEqual(await wallet.findings(), []);
});
