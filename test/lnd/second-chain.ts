import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/fields.ts';
import { freePort } from '../support/running-service.ts';
import type { Regtest } from './regtest.ts';
import { endBound, spawnBound } from './spare-node.ts';

/**
 * A second btcd beside that of the network. While the two are separated, both mine; when they are
 * joined, the longer chain wins.
 */
export interface SecondChain {
  /** Calls to the btcd of the network, and to the second one. */
  readonly first: BtcdCall;
  readonly second: BtcdCall;
  part(): Promise<void>;
  /** Joins the two. Resolves once both have the same chain. */
  join(): Promise<void>;
  close(): Promise<void>;
}

export type BtcdCall = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const ACCOUNT = ['--rpcuser=satchel', '--rpcpass=satchel'];

/** Starts a second btcd that mines to this address. */
export async function openSecondChain(
  { folder, binaries, bitcoin }: Pick<Regtest, 'folder' | 'binaries' | 'bitcoin'>,
  miningAddress: string,
): Promise<SecondChain> {
  const home = join(folder, `second-btcd-${process.pid}`);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'empty.conf'), '');
  const [port, rpcPort] = [await freePort(), await freePort()];
  const running = spawnBound(join(binaries, 'btcd'), [
    `--configfile=${join(home, 'empty.conf')}`,
    ...['--regtest', '--txindex', '--nobanning', '--nostalldetect', ...ACCOUNT],
    `--datadir=${join(home, 'data')}`,
    `--logdir=${join(home, 'logs')}`,
    `--rpccert=${join(home, 'rpc.cert')}`,
    `--rpckey=${join(home, 'rpc.key')}`,
    `--listen=127.0.0.1:${port}`,
    `--rpclisten=127.0.0.1:${rpcPort}`,
    `--miningaddr=${miningAddress}`,
  ]);
  // Certificates are not checked, because these calls do not test them.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, keepAliveTimeout: 100 });
  const callAt =
    (address: string): BtcdCall =>
    async (method, ...params) => {
      const answer = await request(`https://${address}`, {
        dispatcher,
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('satchel:satchel').toString('base64')}` },
        body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      });
      const body = await answer.body.json();
      assert.equal(field(body, 'error'), null, `${method}: ${JSON.stringify(body)}`);
      return field(body, 'result');
    };
  const first = callAt(bitcoin.rpcAddress);
  const second = callAt(`127.0.0.1:${rpcPort}`);
  const tips = () => Promise.all([first, second].map((call) => call('getbestblockhash')));
  const peersOf = async (call: BtcdCall): Promise<number> =>
    Number(await call('getconnectioncount'));
  const peersAtFirst = await peersOf(first);
  await eventually('the second btcd answers', async () => {
    try {
      return await second('getblockcount').then(() => true);
    } catch {
      return null;
    }
  });
  const connect = async (): Promise<void> => {
    await second('node', 'connect', bitcoin.p2pAddress, 'temp');
    await eventually('both have one chain', async () => {
      const [one, other] = await tips();
      return one === other ? true : null;
    });
  };
  await connect();
  return {
    first,
    second,
    part: async () => {
      await second('node', 'disconnect', bitcoin.p2pAddress);
      await eventually('they are parted', async () =>
        (await peersOf(first)) === peersAtFirst && (await peersOf(second)) === 0 ? true : null,
      );
    },
    join: connect,
    close: () => endBound(running),
  };
}
