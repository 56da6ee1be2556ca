import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { field, textField } from '../support/fields.ts';
import type { LndAccess } from '../support/lnd-peer.ts';

/** A real Lightning network on this machine, made by tools/lnd/regtest.sh: alice – bob – carol. */
export interface Regtest {
  readonly folder: string;
  readonly binaries: string;
  readonly nodes: Readonly<Record<NodeName, RegtestNode>>;
  readonly bitcoin: BitcoinNode;
  /** Runs a command of the script, and returns what it printed. */
  run(command: string, ...args: readonly string[]): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Lets alice send this amount to a bitcoin address. The next block confirms the transaction. */
  sendCoins(address: string, amountSat: number): Promise<void>;
  /** Bakes a macaroon of alice that allows only these calls. */
  bake(calls: readonly string[]): Promise<BakedMacaroon>;
  /** Kills a node with `kill -9`. */
  kill(node: NodeName): Promise<void>;
  /** When this process last killed the node; null if it never did. */
  killedAt(node: NodeName): Date | null;
  /** Starts a node. Resolves when its channels can be used again. */
  start(node: NodeName): Promise<void>;
}

/** The nodes. The service uses alice, who reaches carol over bob, and bob charges a fee. */
export type NodeName = 'alice' | 'bob' | 'carol';

export interface RegtestNode extends LndAccess {
  readonly pubkey: string;
  readonly macaroonFile: string;
  readonly tlsCertFile: string;
  readonly tlsCaPem: string;
  readonly grpc: string;
  /** The address at which the node accepts peers. */
  readonly address: string;
}

export interface BakedMacaroon {
  readonly macaroonFile: string;
  readonly macaroonHex: string;
}

export interface BitcoinNode {
  readonly rpcAddress: string;
  /** The address from which light clients get blocks and filters. */
  readonly p2pAddress: string;
  readonly certFile: string;
}

/** The folder and the ports of a network. */
export interface RegtestPlace {
  readonly folder: string;
  readonly binaries: string;
  readonly firstPort: number;
  readonly lnd: LndBinary;
}

/**
 * The program that is started as LND. `lnd-mended` survives being killed under load: see
 * tools/lnd/lnd/mended.patch.
 */
export type LndBinary = 'lnd' | 'lnd-mended';

/** The environment variables for tools/lnd/regtest.sh. */
export const scriptVariables = ({ binaries, firstPort, lnd }: RegtestPlace) => ({
  LND_REGTEST_BIN: binaries,
  LND_REGTEST_PORT: String(firstPort),
  LND_REGTEST_LND: lnd,
});

const SCRIPT = join(import.meta.dirname, '../../tools/lnd/regtest.sh');
const STEP_LIMIT_MS = 600_000;
const runFile = promisify(execFile);

export async function runScript(
  place: RegtestPlace,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await runFile(SCRIPT, [command, place.folder, ...args], {
    env: { ...process.env, ...scriptVariables(place) },
    timeout: STEP_LIMIT_MS,
  });
  return stdout;
}

/**
 * The names of the variables by which tools/run-lnd-tests.ts tells the tests where their network
 * is.
 */
export const PLACE_VARIABLES = {
  folder: 'LND_TEST_FOLDER',
  binaries: 'LND_TEST_BINARIES',
  firstPort: 'LND_TEST_PORT',
  lnd: 'LND_TEST_LND',
} as const;

/** Opens the network that `npm run test:lnd` has started. */
export async function openRegtest(): Promise<Regtest> {
  const [folder, binaries, firstPort, lnd] = [
    process.env[PLACE_VARIABLES.folder],
    process.env[PLACE_VARIABLES.binaries],
    process.env[PLACE_VARIABLES.firstPort],
    process.env[PLACE_VARIABLES.lnd],
  ];
  assert(folder && binaries && firstPort, 'these tests need a network: npm run test:lnd');
  assert(lnd === 'lnd' || lnd === 'lnd-mended');
  return await describeRegtest({ folder, binaries, firstPort: Number(firstPort), lnd });
}

export async function describeRegtest(place: RegtestPlace): Promise<Regtest> {
  const run = (command: string, ...args: readonly string[]) => runScript(place, command, ...args);
  const info: unknown = JSON.parse(await run('info'));
  const nodes = field(info, 'nodes');
  const bitcoin = field(info, 'btcd');
  const kills = new Map<NodeName, Date>();
  return {
    folder: place.folder,
    binaries: place.binaries,
    run,
    nodes: {
      alice: await readNode(field(nodes, 'alice')),
      bob: await readNode(field(nodes, 'bob')),
      carol: await readNode(field(nodes, 'carol')),
    },
    bitcoin: {
      rpcAddress: textField(bitcoin, 'rpc'),
      p2pAddress: textField(bitcoin, 'p2p'),
      certFile: textField(bitcoin, 'cert'),
    },
    mine: async (blocks) => void (await run('mine', String(blocks))),
    sendCoins: async (address, amountSat) => {
      const order = [`--addr=${address}`, `--amt=${amountSat}`, '--sat_per_vbyte=2'];
      await run('cli', 'alice', 'sendcoins', ...order);
    },
    bake: (calls) => bake(place, calls),
    kill: async (node) => {
      await run('kill-node', node);
      kills.set(node, new Date());
    },
    killedAt: (node) => kills.get(node) ?? null,
    start: async (node) => void (await run('start-node', node)),
  };
}

let macaroonsCount = 0;

async function bake(place: RegtestPlace, calls: readonly string[]): Promise<BakedMacaroon> {
  macaroonsCount += 1;
  const macaroonFile = join(place.folder, `${process.pid}-${macaroonsCount}.macaroon`);
  const rights = calls.map((call) => `uri:${call}`);
  const save = ['bakemacaroon', '--save_to', macaroonFile];
  await runScript(place, 'cli', 'alice', ...save, ...rights);
  return { macaroonFile, macaroonHex: (await readFile(macaroonFile)).toString('hex') };
}

async function readNode(node: unknown): Promise<RegtestNode> {
  const tlsCertFile = textField(node, 'tls_cert');
  return {
    pubkey: textField(node, 'pubkey'),
    address: textField(node, 'p2p'),
    restUrl: textField(node, 'rest'),
    grpc: `https://${textField(node, 'grpc')}`,
    macaroonFile: textField(node, 'macaroon'),
    macaroonHex: textField(node, 'macaroon_hex'),
    tlsCertFile,
    tlsCaPem: await readFile(tlsCertFile, 'utf8'),
  };
}
