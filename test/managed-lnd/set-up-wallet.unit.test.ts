import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { readNodeRecord } from '../../src/managed-lnd/io/node-files.ts';
import { nodeFolder } from '../../src/managed-lnd/io/node-folder.ts';
import { setupStore } from '../../src/managed-lnd/io/setup-store.ts';
import {
  setUpWallet,
  tryRestore,
  type WalletPlan,
  type WalletSetupDeps,
} from '../../src/managed-lnd/set-up-wallet.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { fakeDisk, Killed, pubkeyOf, startFakeSetup } from '../support/fake-wallet-setup.ts';

const CALLS = { payments: ['/calls'], management: ['/calls'] };

interface Try {
  /** Dies when set-up comes to this step for the nth time. */
  readonly dieAt?: string;
  readonly killedAs?: 'half_made' | 'no_root_key' | 'whole';
}

async function openBench(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-setup-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const folder = nodeFolder(dataDir);
  const disk = fakeDisk(folder);
  const shown: (readonly string[])[] = [];
  const given: { words: readonly string[]; pubkey: string }[] = [];
  const told: string[] = [];
  const steps: string[] = [];
  const deps = ({ dieAt, killedAs = 'whole' }: Try): WalletSetupDeps => {
    const step = (name: string): void => {
      steps.push(name);
      if (name === dieAt) throw new Killed(name);
    };
    const store = setupStore({ folder, network: 'regtest', random, calls: CALLS });
    return {
      // Each thing that is kept is a step too: the kill comes after it.
      store: {
        ...store,
        ensurePassword: async () => after(store.ensurePassword(), () => step('ensurePassword')),
        setUnknownWords: async (is) =>
          after(store.setUnknownWords(is), () => step(`setUnknownWords ${is}`)),
        keepRestore: async (restore) =>
          after(store.keepRestore(restore), () => step(`keepRestore ${restore !== null}`)),
        keepManagementMacaroon: async (macaroon) =>
          after(store.keepManagementMacaroon(macaroon), () => step('keepManagementMacaroon')),
        keepPubkey: async (pubkey) => after(store.keepPubkey(pubkey), () => step('keepPubkey')),
      },
      startLnd: () => startFakeSetup({ folder, step, killedAs }),
      tell: (sentence) => void told.push(sentence),
    };
  };
  const confirmPlan: WalletPlan = {
    kind: 'confirm',
    confirm: async (words) => void shown.push(words),
  };
  const handOverPlan: WalletPlan = {
    kind: 'hand_over',
    handOver: async (words, pubkey) => void given.push({ words, pubkey }),
  };
  return { folder, disk, shown, given, told, steps, deps, confirmPlan, handOverPlan };
}

async function after<T>(doing: Promise<T>, step: () => void): Promise<T> {
  const value = await doing;
  step();
  return value;
}

/** What a service needs, and who can get at the money. */
async function checkNode({ folder, disk }: Awaited<ReturnType<typeof openBench>>): Promise<string> {
  const wallet = disk.read();
  assert(wallet?.state === 'whole');
  assert.equal(await readFile(folder.passwordFile, 'utf8'), wallet.password);
  const record = await readNodeRecord(folder);
  assert.equal(record?.pubkey, wallet.pubkey);
  for (const [file, key] of [
    [folder.macaroonFile, 1],
    [folder.managementMacaroonFile, 2],
  ] as const) {
    assert.equal(await readFile(file, 'utf8'), `/calls ${key} ${wallet.generation}`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  }
  assert.equal((await stat(folder.passwordFile)).mode & 0o777, 0o600);
  assert.equal((await stat(folder.path)).mode & 0o777, 0o700);
  return wallet.pubkey;
}

const killed = (running: Promise<unknown>): Promise<void> => assert.rejects(running, Killed);

describe('a new wallet', () => {
  test('is made of the words that were confirmed, and a repeat changes nothing', async (t) => {
    const bench = await openBench(t);
    const setup = await setUpWallet(bench.deps({}), bench.confirmPlan);
    assert.equal(setup.kind, 'made');
    assert.deepEqual(bench.disk.read()?.words, bench.shown[0]);
    assert.equal(await checkNode(bench), setup.pubkey);
    assert.match(bench.disk.read()?.password ?? '', /^[0-9a-f]{64}$/);
    const files = await readdir(bench.folder.path);
    for (const plan of [bench.confirmPlan, bench.handOverPlan]) {
      const again = await setUpWallet(bench.deps({}), plan);
      assert.deepEqual(again, { kind: 'was_complete', pubkey: setup.pubkey });
    }
    assert.deepEqual(await readdir(bench.folder.path), files);
    assert.equal(bench.shown.length + bench.given.length, 1, 'the words were shown once');
    assert.equal(bench.steps.filter((step) => step === 'start').length, 1, 'LND ran once');
  });

  test('is not made when its words were not confirmed', async (t) => {
    const bench = await openBench(t);
    const refusing = async () => Promise.reject(new Error('not written down'));
    await assert.rejects(
      setUpWallet(bench.deps({}), { kind: 'confirm', confirm: refusing }),
      /not written down/,
    );
    assert.equal(bench.disk.read(), null);
    assert(!existsSync(bench.folder.passwordFile));
    await setUpWallet(bench.deps({}), bench.confirmPlan);
    assert.match(bench.told.join(), /words .* are void/i);
    await checkNode(bench);
  });

  test('is the one whose words a person has, wherever set-up was killed', async (t) => {
    const first = await openBench(t);
    await setUpWallet(first.deps({}), first.confirmPlan);
    const steps = [...new Set(first.steps)];
    assert.deepEqual(steps, [
      'start',
      'makeWords',
      'ensurePassword',
      'keepRestore false',
      'setUnknownWords false',
      'makeWallet',
      'untilCallable',
      'bake',
      'pubkey',
      'keepManagementMacaroon',
      'keepPubkey',
    ]);
    for (const dieAt of steps) {
      const bench = await openBench(t);
      await killed(setUpWallet(bench.deps({ dieAt }), bench.confirmPlan));
      const made = bench.disk.read();
      if (made !== null) assert(existsSync(bench.folder.passwordFile), 'its password is kept');
      const setup = await setUpWallet(bench.deps({}), bench.confirmPlan);
      assert.equal(await checkNode(bench), setup.pubkey);
      assert.deepEqual(bench.disk.read()?.words, bench.shown.at(-1), dieAt);
      const isVoid = /words .* are void/i.test(bench.told.join());
      // Words that were shown for nothing are never left unmentioned.
      assert.equal(isVoid, made === null, dieAt);
      if (made !== null) assert.deepEqual([setup.kind, bench.shown.length], ['completed', 1]);
    }
  });

  test('is the one whose words a program got, wherever set-up was killed', async (t) => {
    const first = await openBench(t);
    await setUpWallet(first.deps({}), first.handOverPlan);
    for (const dieAt of [...new Set(first.steps)]) {
      const bench = await openBench(t);
      await killed(setUpWallet(bench.deps({ dieAt }), bench.handOverPlan));
      const setup = await setUpWallet(bench.deps({}), bench.handOverPlan);
      const pubkey = await checkNode(bench);
      assert.equal(setup.pubkey, pubkey);
      assert.deepEqual(bench.disk.read()?.words, bench.given.at(-1)?.words, dieAt);
      assert.equal(bench.given.at(-1)?.pubkey, pubkey, dieAt);
      assert.deepEqual(await readdir(bench.folder.path).then(extras), [], dieAt);
    }
  });

  test('is made again where LND was killed in the middle of it', async (t) => {
    const bench = await openBench(t);
    const half = bench.deps({ dieAt: 'makeWallet', killedAs: 'half_made' });
    await killed(setUpWallet(half, bench.confirmPlan));
    await setUpWallet(bench.deps({}), bench.confirmPlan);
    await checkNode(bench);
    assert.deepEqual(bench.disk.read()?.words, bench.shown.at(-1));
    assert.equal(bench.shown.length, 2);
    assert.match(bench.told.join(), /put aside: .*lnd\.void.*words .* are void/is);
  });

  test('is completed where LND was killed before it had a key for macaroons', async (t) => {
    const bench = await openBench(t);
    const half = bench.deps({ dieAt: 'makeWallet', killedAs: 'no_root_key' });
    await killed(setUpWallet(half, bench.confirmPlan));
    const setup = await setUpWallet(bench.deps({}), bench.confirmPlan);
    assert.deepEqual([setup.kind, bench.shown.length], ['completed', 1]);
    await checkNode(bench);
  });
});

/** What set-up keeps only while it is not complete. */
const extras = (names: readonly string[]): readonly string[] =>
  names.filter((name) => /^(words|restore\.)/.test(name));

describe('a node that lacks something', () => {
  const complete = async (t: TestContext) => {
    const bench = await openBench(t);
    const { pubkey } = await setUpWallet(bench.deps({}), bench.confirmPlan);
    return { ...bench, pubkey };
  };

  test('gets new macaroons for lost ones, and for those of an earlier version', async (t) => {
    const bench = await complete(t);
    const { macaroonFile, managementMacaroonFile } = bench.folder;
    await unlink(macaroonFile);
    assert.equal((await setUpWallet(bench.deps({}), bench.confirmPlan)).pubkey, bench.pubkey);
    await checkNode(bench);
    await writeFile(managementMacaroonFile, 'allows less');
    await setUpWallet(bench.deps({}), bench.confirmPlan);
    await checkNode(bench);
    assert.equal(bench.shown.length, 1);
  });

  test('gets macaroons that open it, wherever set-up was killed', async (t) => {
    const first = await complete(t);
    first.steps.length = 0;
    await writeFile(first.folder.managementMacaroonFile, 'allows less');
    await setUpWallet(first.deps({}), first.confirmPlan);
    for (const dieAt of first.steps) {
      const bench = await complete(t);
      await writeFile(bench.folder.managementMacaroonFile, 'allows less');
      await killed(setUpWallet(bench.deps({ dieAt }), bench.confirmPlan));
      await setUpWallet(bench.deps({}), bench.confirmPlan);
      assert.equal(await checkNode(bench), bench.pubkey, dieAt);
    }
  });

  test('is not touched when its wallet or password is gone, or another one', async (t) => {
    const bench = await complete(t);
    const { folder } = bench;
    const again = () => setUpWallet(bench.deps({}), bench.handOverPlan);
    await unlink(folder.macaroonFile);
    await writeFile(folder.passwordFile, 'of another wallet');
    await assert.rejects(again(), /wallet\.password does not open the wallet/);
    await unlink(folder.passwordFile);
    await assert.rejects(again(), /no password for it/);
    await writeFile(folder.passwordFile, bench.disk.read()?.password ?? '');
    await again();
    await rm(folder.lndDir, { recursive: true });
    await assert.rejects(again(), /is not in its folder any more/);
    assert.equal(bench.disk.read(), null);
    assert.equal(bench.given.length, 0);
  });
});

describe('a restore', () => {
  const words = Array.from({ length: 24 }, (_, index) => `old${index + 1}`);
  const channelBackup = Buffer.from(`backup of ${pubkeyOf(words)}`);
  const plan: WalletPlan = {
    kind: 'restore',
    words,
    restore: { recoveryWindow: 2500, channelBackup },
  };
  const foundAt = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(path, 'restored'), 'utf8'));

  test('looks for addresses and channels until it has found them', async (t) => {
    const bench = await openBench(t);
    const setup = await setUpWallet(bench.deps({}), plan);
    assert.deepEqual(setup, { kind: 'restored', pubkey: pubkeyOf(words) });
    await checkNode(bench);
    assert.deepEqual(await readdir(bench.folder.path).then(extras), []);
    await assert.rejects(setUpWallet(bench.deps({}), plan), /has a node already/);
  });

  test('goes on looking, wherever it was killed', async (t) => {
    const first = await openBench(t);
    await setUpWallet(first.deps({}), plan);
    const found = await foundAt(first.folder.path);
    for (const dieAt of [...new Set(first.steps)]) {
      const bench = await openBench(t);
      await killed(setUpWallet(bench.deps({ dieAt }), plan));
      const isMade = bench.disk.read() !== null;
      if (!isMade && dieAt !== 'start' && dieAt !== 'ensurePassword') {
        await assert.rejects(setUpWallet(bench.deps({}), bench.confirmPlan), /repeat it with --re/);
      }
      // Without its words, where the wallet is there.
      const setup = await setUpWallet(bench.deps({}), isMade ? bench.confirmPlan : plan);
      assert.equal(setup.pubkey, pubkeyOf(words), dieAt);
      await checkNode(bench);
      assert.deepEqual(await foundAt(bench.folder.path), found, dieAt);
      assert.equal(bench.shown.length, 0);
    }
  });

  test('is tried where nothing of it stays', async (t) => {
    const bench = await openBench(t);
    let count = 0;
    const trial = {
      random,
      startLnd: async () => {
        count += 1;
        const folder = nodeFolder(join(bench.folder.path, `trial${count}`));
        return await startFakeSetup({ folder, step: () => undefined });
      },
    };
    assert.equal(await tryRestore(trial, words, channelBackup), pubkeyOf(words));
    assert.equal(await tryRestore(trial, words, null), pubkeyOf(words));
    const foreign = Buffer.from('backup of another node');
    await assert.rejects(tryRestore(trial, words, foreign), /does not belong to the 24 words/);
    const wrong = [...words.slice(1), 'wrong'];
    await assert.rejects(tryRestore(trial, wrong, channelBackup), (error: Error) => {
      assert.match(error.message, /24 words do not fit together/);
      assert(!wrong.some((word) => word !== 'wrong' && error.message.includes(word)));
      return true;
    });
  });
});
