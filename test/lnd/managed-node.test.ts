import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readBackupFile } from '../../src/backups/io/backup-file.ts';
import { cloneDatabase } from '../support/database.ts';
import { field, listField, listOf, textField } from '../support/fields.ts';
import type { ExternalPeer } from '../support/lightning-node/external-peer.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import {
  databaseVariables,
  freePort,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { addWalletUser, untilPasses, type WalletUser } from '../support/wallet-user.ts';
import { askLnd } from './ask-lnd.ts';
import { isAccepted } from './is-accepted.ts';
import { IMPATIENT, untilNothingIsOpen } from './lnd-world.ts';
import {
  activeChannels,
  confirmedSat,
  holdsWords,
  type ManagedFolder,
  mineUntil,
  type NodeCalls,
  newManagedFolder,
  openChannelFromPeer,
  PEER,
  pay,
  readAll,
  receive,
} from './managed-world.ts';
import { openRegtest, type Regtest } from './regtest.ts';

const COINS_SAT = 2_000_000;
const CHANNEL_SAT = 500_000;
const RECEIPT_SAT = 20_000;
const PAYMENT_SAT = 1_000;
const DEPOSIT_SAT = 60_000;

const NEW_NODE = ['node', 'setup', '--json', '--accept-seed'];

/** Tests that run one after the other on the same node, in the order of its life. */
describe('a node that Satchel keeps', () => {
  let regtest: Regtest;
  let peer: ExternalPeer;
  let folder: ManagedFolder;
  let service: RunningService;
  let user: WalletUser;
  let words: readonly string[] = [];
  let pubkey = '';
  const cleanups: (() => Promise<void>)[] = [];

  let isBroken = false;
  /**
   * Registers a step. After a failed step, the later ones are skipped, because they would wait in
   * vain for its effects.
   */
  const step = (name: string, play: () => Promise<void>): void => {
    test(name, async () => {
      assert(!isBroken, 'a step before has failed');
      isBroken = true;
      await play();
      isBroken = false;
    });
  };

  before(async () => {
    regtest = await openRegtest();
    peer = await openLndPeer(regtest.nodes[PEER]);
    cleanups.push(() => peer.close());
    folder = await newManagedFolder(regtest);
    cleanups.push(() => folder.dispose());
  });
  after(async () => {
    for (const fn of cleanups.reverse()) await fn();
  });

  const theLnd = async (): Promise<number> => {
    const [pid, ...others] = await folder.processes();
    assert(pid !== undefined && others.length === 0, 'one LND runs');
    return pid;
  };
  const untilServing = async (): Promise<void> => {
    await untilPasses(async () => assert.equal((await folder.open()).pubkey, pubkey));
  };

  step('set-up tells its words once, and nowhere else', async () => {
    const made = await folder.satchel(NEW_NODE);
    assert.equal(made.status, 0, made.stderr);
    const told: unknown = JSON.parse(made.stdout);
    words = listField(told, 'seed').map(String);
    pubkey = textField(told, 'pubkey');
    assert.equal(words.length, 24);
    assert.match(pubkey, /^0[23][0-9a-f]{64}$/);

    const again = await folder.satchel(NEW_NODE);
    assert.equal(again.status, 0, again.stderr);
    assert.deepEqual(JSON.parse(again.stdout), { seed: null, pubkey });
    assert(made.seenArguments.includes('--lnddir='), 'LND was seen among the processes');
    for (const text of [made.seenArguments, made.stderr, again.stdout, again.stderr]) {
      assert(!holdsWords(text, words));
    }
    assert.deepEqual(await folder.processes(), []);
  });

  step('starts with the service, and gets its first coins, channels and payments', async () => {
    service = await startService({ ...IMPATIENT, ...folder.variables });
    cleanups.push(() => service.dispose());
    user = await addWalletUser(service);
    const node = await folder.open();
    assert.equal(node.pubkey, pubkey);
    const told = await service.cli('node', 'address');
    await regtest.sendCoins(textField(told, 'address'), COINS_SAT);
    await mineUntil(
      regtest,
      'the coins are there',
      async () => (await confirmedSat(node)) === COINS_SAT,
    );

    const where = `${peer.pubkey}@${regtest.nodes[PEER].address}`;
    await service.cli('node', 'open-channel', where, '--amount', String(CHANNEL_SAT));
    await mineUntil(
      regtest,
      'the channel is open',
      async () => (await activeChannels(node)).length === 1,
    );
    await openChannelFromPeer(regtest, node, CHANNEL_SAT);

    await receive(user, peer, RECEIPT_SAT);
    await pay(user, peer, PAYMENT_SAT);
  });

  step('credits what a user gets at a bitcoin address', async () => {
    const before = await user.balanceSat();
    const { body } = await user.get('/onchain/address');
    await regtest.sendCoins(textField(body, 'address'), DEPOSIT_SAT);
    await mineUntil(
      regtest,
      'the deposit is credited',
      async () => (await user.balanceSat()) === before + DEPOSIT_SAT,
    );
    assert.deepEqual(await depositsOf(user), [`${DEPOSIT_SAT} credited`]);
  });

  step('the channel backup follows the channels', async () => {
    const node = await folder.open();
    await untilPasses(async () => assert.equal((await backedUp(folder, node)).length, 2));
  });

  step('killed alone, LND is started again without a person', async () => {
    const killed = await theLnd();
    process.kill(killed, 'SIGKILL');
    await untilPasses(async () => assert.notEqual(await theLnd(), killed));
    await untilServing();
    await receive(user, peer, PAYMENT_SAT);
    await pay(user, peer, PAYMENT_SAT);
  });

  step(
    'after a kill of the service, the LND that runs is found and not started again',
    async () => {
      const running = await theLnd();
      await service.end('SIGKILL');
      assert.equal(await theLnd(), running, 'it outlives the service');
      await service.start();
      assert.equal(await theLnd(), running);
      await receive(user, peer, PAYMENT_SAT);
      await pay(user, peer, PAYMENT_SAT);
    },
  );

  step('killed together, both come back', async () => {
    const killed = await theLnd();
    process.kill(killed, 'SIGKILL');
    await service.end('SIGKILL');
    await service.start();
    await receive(user, peer, PAYMENT_SAT);
    await pay(user, peer, PAYMENT_SAT);
    await untilNothingIsOpen(service);
    const { findings } = await service.withStores(({ books }) => books.checkBooks());
    assert.deepEqual(findings, []);
  });

  step('killed together while btcd answers nothing, both come back with it', async () => {
    const btcd = Number(await readFile(join(regtest.folder, 'net/btcd.pid'), 'utf8'));
    const killed = await theLnd();
    let starting: Promise<void>;
    process.kill(btcd, 'SIGSTOP');
    try {
      process.kill(killed, 'SIGKILL');
      await service.end('SIGKILL');
      starting = service.start();
      await untilPasses(async () => assert.notEqual(await theLnd(), killed));
    } finally {
      process.kill(btcd, 'SIGCONT');
    }
    await starting;
    await receive(user, peer, PAYMENT_SAT);
    await pay(user, peer, PAYMENT_SAT);
    await untilNothingIsOpen(service);
    const { findings } = await service.withStores(({ books }) => books.checkBooks());
    assert.deepEqual(findings, []);
  });

  step('a second service on the same folder is refused, and harms nothing', async () => {
    const running = await theLnd();
    const port = String(await freePort());
    const second = await folder.satchel(['start'], { ...service.env, SATCHEL_PORT: port });
    assert.notEqual(second.status, 0);
    assert.match(second.stderr + second.stdout, /in the hands of another Satchel/);
    assert.equal(await theLnd(), running);
    await receive(user, peer, PAYMENT_SAT);
  });

  step('a wrong password is named at once, and the right one opens the wallet', async () => {
    const file = join(folder.nodeDir, 'wallet.password');
    const right = await readFile(file);
    await service.end('SIGTERM');
    assert.deepEqual(await folder.processes(), [], 'LND ends with the service');
    await writeFile(file, 'another password');
    await assert.rejects(service.start(), /wallet\.password does not open the wallet/);
    assert.deepEqual(await folder.processes(), []);
    await writeFile(file, right);
    await service.start();
    await receive(user, peer, PAYMENT_SAT);
  });

  step('a backup holds its channels, but neither its words nor its password', async () => {
    const key = randomBytes(32);
    const keyFile = join(folder.dataDir, 'backup-key');
    await writeFile(keyFile, key.toString('hex'), { mode: 0o600 });
    const password = await readFile(join(folder.nodeDir, 'wallet.password'), 'utf8');
    const secrets = [password, words.slice(0, 3).join(' ')].flatMap(waysToWrite);
    const channels = await readFile(backupFile(folder), 'base64');
    for (const isSealed of [false, true]) {
      const file = join(folder.dataDir, isSealed ? 'sealed' : 'unsealed');
      const sealing = isSealed ? { SATCHEL_BACKUP_KEY_FILE: keyFile } : {};
      const made = await folder.satchel(['backup', file], { ...service.env, ...sealing });
      assert.equal(made.status, 0, made.stderr);
      const text = await textOfBackup(file, isSealed ? key : null);
      for (const known of [user.email, pubkey, channels]) assert(text.includes(known), known);
      for (const told of [text, made.stdout, made.stderr, made.seenArguments]) {
        assert(!holdsWords(told, words));
        assert(!secrets.some((secret) => told.includes(secret)));
      }
    }
  });

  step('its files are closed to others, and none holds the words', async () => {
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    assert.equal(await modeOf(folder.nodeDir), 0o700);
    const secrets = ['lnd.conf', 'wallet.password', 'satchel.macaroon', 'management.macaroon'];
    const files = [...secrets.map((name) => join(folder.nodeDir, name)), backupFile(folder)];
    for (const file of files) assert.equal(await modeOf(file), 0o600, file);
    const all = [...(await readAll(folder.dataDir)), ['the output', service.output()] as const];
    assert.deepEqual(
      all.filter(([, text]) => holdsWords(text, words)).map(([path]) => path),
      [],
    );
    assert(!all.some(([path]) => path.endsWith('admin.macaroon')), 'no file opens everything');
  });

  step('its macaroons are replaced while it runs, and no other opens it then', async () => {
    const node = await folder.open();
    const names = ['satchel', 'chain', 'management'].map((name) => `${name}.macaroon`);
    const read = () => Promise.all(names.map((name) => readFile(join(folder.nodeDir, name))));
    const old = await read();
    const told = await service.cli('node', 'rotate', '--delete-others');
    assert.equal(listField(told, 'deleted_root_keys').length, old.length + 1);
    assert.deepEqual(listField(told, 'other_root_keys'), ['0']);
    for (const macaroon of [...old, Buffer.from(node.macaroonHex, 'hex')]) {
      assert.equal(await isAccepted(node, macaroon), false);
    }
    for (const macaroon of await read()) assert.equal(await isAccepted(node, macaroon), true);
    await receive(user, peer, PAYMENT_SAT);
    await pay(user, peer, PAYMENT_SAT);
    assert.equal((await user.get('/onchain/address')).status, 200);
    await service.cli('node', 'address');
  });

  step('reads its wallet from the chain anew when it is told, once', async () => {
    const coinsSat = await confirmedSat(await folder.open());
    const before = await theLnd();
    assert.notEqual((await folder.satchel(['node', 'rescan'])).status, 0, 'it has to be confirmed');
    const told = await service.cli('node', 'rescan', '--accept-rescan');
    assert.equal(textField(told, 'begins'), 'now');
    await untilPasses(async () => assert.notEqual(await theLnd(), before));
    const untilWhole = async () => {
      await untilServing();
      await untilPasses(async () =>
        assert.equal(await confirmedSat(await folder.open()), coinsSat),
      );
    };
    await untilWhole();
    process.kill(await theLnd(), 'SIGKILL');
    await untilWhole();
    const log = await readFile(join(folder.nodeDir, 'lnd/logs/bitcoin/regtest/lnd.log'), 'utf8');
    assert.equal(log.match(/Dropping btcwallet transaction history/g)?.length, 1);
    await receive(user, peer, PAYMENT_SAT);
    await pay(user, peer, PAYMENT_SAT);
  });

  step('what a closed channel held counts once it is a coin, and its backup is gone', async () => {
    const node = await folder.open();
    const channels = listField(await node.get('/v1/channels'), 'channels');
    const [stays = '', closes = ''] = [true, false].map((isOurs) => {
      const found = channels.filter((one) => (field(one, 'initiator') === true) === isOurs);
      assert.equal(found.length, 1);
      return textField(found[0], 'channel_point');
    });
    const coinsSat = await confirmedSat(node);
    const limboSat = async (): Promise<number> =>
      Number(textField(await node.get('/v1/channels/pending'), 'total_limbo_balance'));
    await regtest.run('cli', PEER, 'closechannel', '--force', `--chan_point=${closes}`);
    await mineUntil(regtest, 'its money is in limbo', async () => (await limboSat()) > 0);
    await untilPasses(
      async () => assert.deepEqual(await backedUp(folder, node), [stays]),
      BACKUP_LIMIT_MS,
    );
    await untilPasses(async () => {
      const report = await service.cli('node');
      const local = textField(field(field(report, 'node'), 'liquidity'), 'local_msat');
      const owned = textField(field(report, 'solvency'), 'node_msat');
      assert.equal(BigInt(owned), BigInt(local) + BigInt(await confirmedSat(node)) * 1000n);
    });
    assert((await limboSat()) > 0, 'it is in limbo all the time');
    await mineUntil(regtest, 'its money is a coin', async () => (await limboSat()) === 0);
    assert((await confirmedSat(node)) > coinsSat);
  });

  step('a new node takes the headers of the chain from where it is told, once', async () => {
    const source = await serveHeaders(folder);
    cleanups.push(source.close);
    const setUp = async (fresh: ManagedFolder) =>
      await fresh.satchel(NEW_NODE, { SATCHEL_NEUTRINO_HEADERS: source.urls.join(', ') });
    const fresh = await newManagedFolder(regtest);
    cleanups.push(() => fresh.dispose());
    for (let time = 1; time <= 2; time += 1) {
      const made = await setUp(fresh);
      assert.equal(made.status, 0, made.stderr);
      assert.deepEqual(source.asked.toSorted(), ['/blocks', '/filters'], 'once');
    }
    const log = await readFile(join(fresh.nodeDir, 'lnd/logs/bitcoin/regtest/lnd.log'), 'utf8');
    const [, added] = /Headers import completed: .*\(added: (\d+)/.exec(log) ?? [];
    assert(Number(added) > 100, `${added} headers`);

    await source.close();
    const late = await newManagedFolder(regtest);
    cleanups.push(() => late.dispose());
    const refused = await setUp(late);
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, /LND did not start: .*connection refused/);
  });

  step('comes back from its words and the channel backup, with all its money', async () => {
    const node = await folder.open();
    const coinsSat = await confirmedSat(node);
    const channelsSat = (await activeChannels(node))
      .map((channel) => Number(textField(channel, 'local_balance')))
      .reduce((sum, sat) => sum + sat, 0);
    const owed = await user.balanceSat();
    const sources = await mkdtemp(join(tmpdir(), 'satchel-restore-'));
    cleanups.push(() => rm(sources, { recursive: true }));
    const databaseBackup = join(sources, 'satchel.backup');
    await service.cli('backup', databaseBackup);
    await service.end('SIGTERM');
    assert.deepEqual(await folder.processes(), [], 'LND ends with the service');

    const restored = await newManagedFolder(regtest);
    cleanups.push(() => restored.dispose());
    const setUp = async (lines: readonly string[], backup: string) => {
      const wordsFile = join(sources, 'words.txt');
      await writeFile(wordsFile, lines.join('\n'), { mode: 0o600 });
      const rest = ['--accept-restore', '--recovery-window', '20'];
      const given = ['--restore', wordsFile, '--channel-backup', backup, ...rest];
      return await restored.satchel(['node', 'setup', '--json', ...given]);
    };
    const [damaged, foreign] = [join(sources, 'damaged.backup'), join(sources, 'alice.backup')];
    await writeFile(damaged, randomBytes(200));
    const ofAlice = await askLnd(regtest.nodes.alice, '/v1/channels/backup');
    const packed = textField(field(ofAlice, 'multi_chan_backup'), 'multi_chan_backup');
    await writeFile(foreign, Buffer.from(packed, 'base64'));
    const [first = '', second = '', ...others] = words;
    const refusals: readonly (readonly [readonly string[], string, RegExp])[] = [
      [[second, first, ...others], backupFile(folder), /do not fit together/],
      [BIP39_WORDS, backupFile(folder), /another kind of wallet \(BIP 39\)/],
      [words, damaged, /does not belong to the 24 words, or is damaged/],
      [words, foreign, /does not belong to the 24 words, or is damaged/],
    ];
    for (const [lines, backup, why] of refusals) {
      const refused = await setUp(lines, backup);
      assert.notEqual(refused.status, 0, String(why));
      assert.match(refused.stderr, why);
      assert.deepEqual(await filesOf(restored), [], String(why));
    }
    const made = await setUp(words, backupFile(folder));
    assert.equal(made.status, 0, made.stderr);
    assert.equal(textField(JSON.parse(made.stdout), 'pubkey'), pubkey);
    assert(!holdsWords(made.stdout + made.stderr + made.seenArguments, words));

    const database = await cloneDatabase();
    cleanups.push(() => database.drop());
    const variables = {
      ...IMPATIENT,
      ...databaseVariables(database),
      ...restored.variables,
      SATCHEL_PORT: String(service.env['SATCHEL_PORT']),
    };
    const loaded = await restored.satchel(['restore', databaseBackup, '--json'], variables);
    assert.equal(loaded.status, 0, loaded.stderr);
    const next = await startService(variables);
    cleanups.push(() => next.dispose());
    assert.equal(await user.balanceSat(), owed, 'the books are the same');
    const back = await restored.open();
    assert((await confirmedSat(back)) >= coinsSat, 'the coins are there at once');
    // The peer closes the channel by force, because the node has forgotten it. The channel pays the
    // fees on the chain.
    await mineUntil(
      regtest,
      'the money of the channels is back',
      async () => (await confirmedSat(back)) > coinsSat + channelsSat - FEES_SAT,
    );
    const open = listOf(field(await back.get('/v1/channels'), 'channels'));
    assert.deepEqual(open, []);

    // Payments leave again only after the whole wallet was read and all payments were compared.
    await untilPasses(async () => {
      const report = await next.cli('node');
      assert.deepEqual(field(report, 'outside_payments'), { stopped: false, reasons: [] });
      assert.equal(field(report, 'comparison'), null);
      assert.equal(field(field(report, 'solvency'), 'covered'), true);
    }, COMPARED_LIMIT_MS);
    assert.equal(field(await next.cli('books', 'check'), 'ok'), true);
    assert.deepEqual(await depositsOf(user), [`${DEPOSIT_SAT} credited`]);
    assert.equal(await user.balanceSat(), owed, 'nothing is credited again');

    // Nothing refuses an old folder that is whole, so operators take its password away.
    await rm(join(folder.nodeDir, 'wallet.password'));
    const old = { ...service.env, SATCHEL_PORT: String(await freePort()) };
    const started = await folder.satchel(['start'], old);
    assert.notEqual(started.status, 0);
    assert.match(started.stderr + started.stdout, /the node of this data folder is not complete/);
    const completed = await folder.satchel(NEW_NODE);
    assert.notEqual(completed.status, 0);
    assert.match(completed.stderr, /no password for it in wallet\.password/);
    assert.deepEqual(await folder.processes(), []);
  });
});

/** A new channel backup is kept as the node tells of it, long before the next look. */
const BACKUP_LIMIT_MS = 15_000;
/** A comparison waits for a minute. */
const COMPARED_LIMIT_MS = 180_000;

/** Valid words of another kind of wallet. */
const BIP39_WORDS = [...new Array<string>(23).fill('abandon'), 'art'];

async function filesOf({ dataDir }: ManagedFolder): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The channels in the channel backup that Satchel keeps, as the node reads them. */
async function backedUp(folder: ManagedFolder, node: NodeCalls): Promise<readonly string[]> {
  const multi_chan_backup = await readFile(backupFile(folder), 'base64');
  const backup = { multi_chan_backup: { multi_chan_backup } };
  const verified = await node.post('/v1/channels/backup/verify', backup);
  return listField(verified, 'chan_points').map(String);
}

const depositsOf = async (user: WalletUser): Promise<readonly string[]> =>
  listOf((await user.get('/onchain/transactions')).body).map(
    (one) => `${field(one, 'amount')} ${field(one, 'state')}`,
  );

async function textOfBackup(path: string, key: Uint8Array | null): Promise<string> {
  let text = '';
  for await (const part of readBackupFile(path, key)) {
    text += part.kind === 'rows' ? Buffer.from(part.bytes).toString() : JSON.stringify(part);
  }
  return text;
}

const waysToWrite = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64')];
};

/** Serves the headers that a light client has, as LND imports them. */
async function serveHeaders({ nodeDir }: ManagedFolder) {
  const chain = join(nodeDir, 'lnd/data/chain/bitcoin/regtest');
  const files = {
    '/blocks': await importable(join(chain, 'block_headers.bin'), 0, 80),
    '/filters': await importable(join(chain, 'reg_filter_headers.bin'), 1, 32),
  };
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end(url === '/blocks' || url === '/filters' ? files[url] : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  const urls = Object.keys(files).map((path) => `http://127.0.0.1:${address.port}${path}`);
  const close = async (): Promise<void> => void server.close();
  return { urls, asked, close };
}

const REGTEST_MAGIC = 0xdab5bffa;

/** What LND wants before the headers: network, version, what they are of, and the first height. */
async function importable(path: string, type: number, headerBytes: number): Promise<Buffer> {
  const about = Buffer.alloc(10);
  about.writeUInt32LE(REGTEST_MAGIC, 0);
  about.writeUInt8(type, 5);
  const headers = await readFile(path);
  const whole = headers.length - (headers.length % headerBytes);
  return Buffer.concat([about, headers.subarray(0, whole)]);
}

/** For sweeps of two channels. */
const FEES_SAT = 20_000;

const backupFile = ({ dataDir }: ManagedFolder): string => join(dataDir, 'channels.backup');
