import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { freePort } from '../support/running-service.ts';
import type { BitcoinNode, Regtest } from './regtest.ts';

/** An LND beside the network, without channels, for tests that would harm a node in use. */
export interface SpareNode {
  readonly folder: string;
  readonly restPort: number;
  readonly restUrl: string;
  readonly tlsCertFile: string;
  /** The admin macaroon, which LND makes together with the wallet. */
  readonly macaroonFile: string;
  /** The state of LND, by its own call. */
  state(): Promise<string>;
  untilState(state: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Makes a wallet that has to be unlocked at each start. */
  createWallet(): Promise<void>;
}

export interface SpareOptions {
  readonly name: string;
  readonly bitcoin: BitcoinNode;
  /** Whether the wallet has a password. Without one, LND unlocks itself. */
  readonly hasPassword: boolean;
}

const PASSWORD = Buffer.from('correct horse').toString('base64');

export async function openSpareNode(
  { folder: home, binaries }: Pick<Regtest, 'folder' | 'binaries'>,
  { name, bitcoin, hasPassword }: SpareOptions,
): Promise<SpareNode> {
  const folder = join(home, name);
  await mkdir(folder, { recursive: true });
  const restPort = await freePort();
  const ports = [await freePort(), await freePort()];
  const restUrl = `https://127.0.0.1:${restPort}`;
  // The certificate is not checked, because these calls do not test it.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await request(restUrl + path, {
      dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? null : JSON.stringify(body),
    });
    return await answer.body.json();
  };
  let running: ChildProcess | null = null;
  const state = async (): Promise<string> => textField(await ask('/v1/state'), 'state');
  const untilState = async (wanted: string): Promise<void> => {
    const isThere = async (): Promise<true | null> => {
      try {
        return (await state()) === wanted ? true : null;
      } catch {
        return null;
      }
    };
    await eventually(`${name} is ${wanted}`, isThere, 60_000);
  };
  return {
    folder,
    restPort,
    restUrl,
    state,
    untilState,
    tlsCertFile: join(folder, 'tls.cert'),
    macaroonFile: join(folder, 'data/chain/bitcoin/regtest/admin.macaroon'),
    start: async () => {
      assert(running === null);
      running = spawnBound(join(binaries, 'lnd'), [
        `--lnddir=${folder}`,
        `--alias=${name}`,
        '--nobootstrap',
        '--bitcoin.regtest',
        ...(hasPassword ? [] : ['--noseedbackup']),
        '--bitcoin.node=btcd',
        `--btcd.rpchost=${bitcoin.rpcAddress}`,
        '--btcd.rpcuser=satchel',
        '--btcd.rpcpass=satchel',
        `--btcd.rpccert=${bitcoin.certFile}`,
        `--listen=127.0.0.1:${ports[0]}`,
        `--rpclisten=127.0.0.1:${ports[1]}`,
        `--restlisten=127.0.0.1:${restPort}`,
      ]);
    },
    stop: async () => {
      await endBound(running);
      running = null;
    },
    createWallet: async () => {
      await untilState('NON_EXISTING');
      const seed = await ask('/v1/genseed');
      assert(typeof seed === 'object' && seed !== null && 'cipher_seed_mnemonic' in seed);
      const { cipher_seed_mnemonic } = seed;
      await ask('/v1/initwallet', { wallet_password: PASSWORD, cipher_seed_mnemonic });
    },
  };
}

/**
 * Starts a program that ends with this process, in whatever way that ends, because the program's
 * input is closed then.
 */
export function spawnBound(program: string, args: readonly string[]): ChildProcess {
  const script = '"$@" > /dev/null 2>&1 < /dev/null & cat > /dev/null; kill -KILL $!; wait';
  return spawn('sh', ['-c', script, 'sh', program, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

export async function endBound(running: ChildProcess | null): Promise<void> {
  if (running === null) return;
  const ended = once(running, 'exit');
  running.stdin?.end();
  await ended;
}
