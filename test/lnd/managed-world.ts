import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent, type Dispatcher } from 'undici';
import { eventually } from '../support/eventually.ts';
import { listField, numberField, textField } from '../support/fields.ts';
import { guardByShell } from '../support/guard-shell.ts';
import type { ExternalPeer } from '../support/lightning-node/external-peer.ts';
import type { LndAccess } from '../support/lnd-peer.ts';
import { programVariables } from '../support/program-variables.ts';
import { untilPasses, type WalletUser } from '../support/wallet-user.ts';
import { invoiceOf, payBill } from './lnd-world.ts';
import type { Regtest } from './regtest.ts';

/** A data folder with a node that Satchel keeps: a light client of the network's btcd. */
export interface ManagedFolder {
  readonly dataDir: string;
  readonly nodeDir: string;
  /** What the service is told. */
  readonly variables: Readonly<Record<string, string>>;
  /** A command of the program, in a process of its own. */
  satchel(args: readonly string[], more?: NodeJS.ProcessEnv): Promise<CommandEnd>;
  /** The processes of LND that use this folder. */
  processes(): Promise<readonly number[]>;
  /** Calls of the node with every right, beside the service. */
  open(): Promise<NodeCalls>;
  dispose(): Promise<void>;
}

export interface CommandEnd {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The words of all processes of this machine that ran beside it. */
  readonly seenArguments: string;
}

export interface NodeCalls extends LndAccess {
  readonly pubkey: string;
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const COMMAND_LIMIT_MS = 240_000;
const LOOK_EVERY_MS = 200;

export async function newManagedFolder(
  { binaries, bitcoin }: Pick<Regtest, 'binaries' | 'bitcoin'>,
  program = join(binaries, 'lnd'),
): Promise<ManagedFolder> {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-managed-'));
  const variables = {
    SATCHEL_DATA_DIR: dataDir,
    SATCHEL_LIGHTNING: 'managed',
    SATCHEL_NETWORK: 'regtest',
    SATCHEL_LND_PROGRAM: program,
    SATCHEL_NEUTRINO_PEERS: bitcoin.p2pAddress,
  };
  const nodeDir = join(dataDir, 'node');
  const env = { PATH: process.env['PATH'], HOME: dataDir, ...programVariables(), ...variables };
  const processes = async (): Promise<readonly number[]> =>
    (await listProcesses())
      .filter(({ words }) => words.includes(`--lnddir=${join(nodeDir, 'lnd')}`))
      .map(({ pid }) => pid);
  return {
    dataDir,
    nodeDir,
    variables,
    processes,
    satchel: (args, more) => runCommand(args, { ...env, ...more }, dataDir),
    open: () => openCalls(nodeDir),
    dispose: guardByShell(END_OF_FOLDER, [dataDir]),
  };
}

/** LND outlives the service that has started it. */
export const END_OF_FOLDER = `cat > /dev/null
pid=$(cat "$1/node/lnd.pid") && ps -p "$pid" -o args= | grep -qF -- "--lnddir=$1/" && kill -9 "$pid"
rm -rf "$1"`;

async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<CommandEnd> {
  const over = new AbortController();
  const watching = watchArguments(over.signal);
  const ended = await new Promise<Omit<CommandEnd, 'seenArguments'>>((resolve) => {
    const options = { env, cwd, timeout: COMMAND_LIMIT_MS };
    const child = execFile(process.execPath, [PROGRAM, ...args], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end();
  });
  over.abort();
  return { ...ended, seenArguments: await watching };
}

async function watchArguments(signal: AbortSignal): Promise<string> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    for (const { words } of await listProcesses()) seen.add(words);
    await wait(LOOK_EVERY_MS);
  }
  return [...seen].join('\n');
}

interface FoundProcess {
  readonly pid: number;
  readonly words: string;
}

/** A process that has ended, but whose parent has not asked for its end, has no words. */
async function listProcesses(): Promise<readonly FoundProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\n').map((line) => {
    const [, pid = '', words = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), words };
  });
}

/** What the macaroon for management bakes: it opens all that tests look at. */
const RIGHTS = ['info', 'onchain', 'offchain', 'address', 'peers'].flatMap((entity) => [
  { entity, action: 'read' },
  { entity, action: 'write' },
]);

export async function openCalls(nodeDir: string): Promise<NodeCalls> {
  const record: unknown = JSON.parse(await readFile(join(nodeDir, 'node.json'), 'utf8'));
  const restUrl = `https://127.0.0.1:${numberField(record, 'restPort')}`;
  const tlsCaPem = await readFile(join(nodeDir, 'lnd', 'tls.cert'), 'utf8');
  const management = (await readFile(join(nodeDir, 'management.macaroon'))).toString('hex');
  const agent = new Agent({ connect: { ca: tlsCaPem }, keepAliveTimeout: 100 });
  const caller =
    (macaroon: string) =>
    async (method: Dispatcher.HttpMethod, path: string, body?: object): Promise<unknown> => {
      const answer = await agent.request({
        origin: restUrl,
        path,
        method,
        headers: { 'grpc-metadata-macaroon': macaroon },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const value = await answer.body.json();
      assert.equal(answer.statusCode, 200, `${path}: ${JSON.stringify(value)}`);
      return value;
    };
  const order = { permissions: RIGHTS, root_key_id: '77' };
  const baked = await caller(management)('POST', '/v1/macaroon', order);
  const macaroonHex = textField(baked, 'macaroon');
  const call = caller(macaroonHex);
  return {
    restUrl,
    macaroonHex,
    tlsCaPem,
    pubkey: textField(await call('GET', '/v1/getinfo'), 'identity_pubkey'),
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };
}

/** The sum of the coins that are in blocks. */
export const confirmedSat = async (node: NodeCalls): Promise<number> =>
  Number(textField(await node.get('/v1/balance/blockchain'), 'confirmed_balance'));

export const activeChannels = async (node: NodeCalls): Promise<readonly unknown[]> =>
  listField(await node.get('/v1/channels?active_only=true'), 'channels');

const BLOCK_LIMIT_MS = 2000;
const MINED_LIMIT_MS = 120_000;

/** A transaction may reach btcd after the block that was mined for it, so more are mined. */
export async function mineUntil(
  regtest: Pick<Regtest, 'mine'>,
  what: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const look = async (): Promise<true | null> => ((await isSo()) ? true : null);
  const mineAndLook = async (): Promise<true | null> => {
    await regtest.mine(1);
    return await eventually(what, look, BLOCK_LIMIT_MS).catch(() => null);
  };
  await eventually(what, mineAndLook, MINED_LIMIT_MS);
}

/**
 * The peer of managed nodes. What is left of closed channels stays with it for weeks, and alice,
 * whom all other tests look at, keeps none of it.
 */
export const PEER = 'carol';

/** The node accepts no peers, so it is the one that connects. */
export async function connectToPeer(
  { nodes }: Pick<Regtest, 'nodes'>,
  node: NodeCalls,
): Promise<void> {
  const { pubkey, address: host } = nodes[PEER];
  await node.post('/v1/peers', { addr: { pubkey, host }, timeout: '20' });
}

/** The peer, which is connected, opens a channel to the node: it can receive as much. */
export async function openChannelFromPeer(
  { run, mine }: Pick<Regtest, 'run' | 'mine'>,
  node: NodeCalls,
  amountSat: number,
): Promise<void> {
  const { length } = await activeChannels(node);
  const order = [`--node_key=${node.pubkey}`, `--local_amt=${amountSat}`, '--sat_per_vbyte=2'];
  await run('cli', PEER, 'openchannel', ...order);
  await mineUntil(
    { mine },
    'the channel of the peer is open',
    async () => (await activeChannels(node)).length > length,
  );
}

/** A wallet of the node's service gets so much from a direct peer. */
export async function receive(
  user: WalletUser,
  payer: ExternalPeer,
  amountSat: number,
): Promise<void> {
  const before = await user.balanceSat();
  const bill = await invoiceOf(user, amountSat);
  // After a start its peer may not be connected yet.
  await untilPasses(async () => assert.equal((await payer.pay(bill)).status, 'SUCCEEDED'));
  await untilPasses(async () => assert.equal(await user.balanceSat(), before + amountSat));
}

export async function pay(user: WalletUser, payee: ExternalPeer, amountSat: number): Promise<void> {
  const bill = await payee.createInvoice(BigInt(amountSat) * 1000n);
  const { status, body } = await payBill(user, bill);
  assert.equal(status, 200, JSON.stringify(body));
}

/** The files below a folder, with their content as far as it is letters. */
export async function readAll(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ parentPath, name }): Promise<readonly [string, string]> => {
      const path = join(parentPath, name);
      return [path, spaced(await readFile(path, 'latin1'))];
    }),
  );
}

const spaced = (text: string): string => text.replace(/[^a-z]+/gi, ' ');

/** Whether a text holds three of the words in a row, written in whatever way. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const plain = spaced(text);
  return words.slice(2).some((word, index) => {
    const row = [...words.slice(index, index + 2), word].join(' ');
    return plain.includes(row);
  });
}
