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
  /** One of the script's commands; answers what it printed. */
  run(command: string, ...args: readonly string[]): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Alice pays so much to an address of the chain; the next block confirms it. */
  sendCoins(address: string, amountSat: number): Promise<void>;
  /** A macaroon of alice that allows just these calls. */
  bake(calls: readonly string[]): Promise<BakedMacaroon>;
  /** As `kill -9`. */
  kill(node: NodeName): Promise<void>;
  /** When this process killed it last; null for never. */
  killedAt(node: NodeName): Date | null;
  /** Ends when the channels of the node can be used again. */
  start(node: NodeName): Promise<void>;
}

/** The service uses alice; she reaches carol over bob, who charges a fee. */
export type NodeName = 'alice' | 'bob' | 'carol';

export interface RegtestNode extends LndAccess {
  readonly pubkey: string;
  readonly macaroonFile: string;
  readonly tlsCertFile: string;
  readonly tlsCaPem: string;
  /** The address for its peers. */
  readonly address: string;
}

export interface BakedMacaroon {
  readonly macaroonFile: string;
  readonly macaroonHex: string;
}

export interface BitcoinNode {
  readonly rpcAddress: string;
  /** Where light clients get blocks and filters. */
  readonly p2pAddress: string;
  readonly certFile: string;
}

/** Where a network lies, and on which ports. */
export interface RegtestPlace {
  readonly folder: string;
  readonly binaries: string;
  readonly firstPort: number;
  readonly lnd: LndBinary;
}

/** `lnd-mended` outlives being killed under load: see tools/lnd/lnd/mended.patch. */
export type LndBinary = 'lnd' | 'lnd-mended';

/** How tools/lnd/regtest.sh is told. */
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

/** The names of the variables with which tools/run-lnd-tests.ts tells where its network is. */
export const PLACE_VARIABLES = {
  folder: 'LND_TEST_FOLDER',
  binaries: 'LND_TEST_BINARIES',
  firstPort: 'LND_TEST_PORT',
  lnd: 'LND_TEST_LND',
} as const;

/** The network that `npm run test:lnd` has started. */
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
    macaroonFile: textField(node, 'macaroon'),
    macaroonHex: textField(node, 'macaroon_hex'),
    tlsCertFile,
    tlsCaPem: await readFile(tlsCertFile, 'utf8'),
  };
}
