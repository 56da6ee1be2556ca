/**
 * Makes the wallet of a managed node, and the macaroons for calling it. Each step stores what the
 * next one needs, so a set-up that was killed at any moment is continued by the next one.
 */

import { bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';
import type { AdminMacaroon, NodeRestore, WalletSetup } from '../lightning/wallet-setup.ts';
import { ManagedNodeError } from './managed-node-error.ts';
import { explainWords } from './seed-words.ts';

export interface WalletSetupDeps {
  readonly store: SetupStore;
  /** Starts LND without unlocking its wallet. */
  readonly startLnd: () => Promise<WalletSetup>;
  /** Tells the operator how far set-up has come. */
  readonly tell: (sentence: string) => void;
}

/** Port: what set-up stores in the folder of the node. What was stored survives a power cut. */
export interface SetupStore {
  /** Whether an earlier set-up has started, even if it has made no wallet. */
  wasBegun(): Promise<boolean>;
  /** The public key of the node; null until set-up knows it. */
  readPubkey(): Promise<string | null>;
  keepPubkey(pubkey: string): Promise<void>;
  readPassword(): Promise<string | null>;
  /**
   * Returns the stored password of the wallet; without one, draws a random password and stores it.
   */
  ensurePassword(): Promise<string>;
  hasWallet(): Promise<boolean>;
  /** Whether all macaroons exist and allow all calls that this version of Satchel makes. */
  hasMacaroons(): Promise<boolean>;
  keepManagementMacaroon(macaroon: Uint8Array): Promise<void>;
  keepChainMacaroon(macaroon: Uint8Array): Promise<void>;
  /**
   * Stores the macaroon for payments. This is the last step of set-up: without this macaroon, the
   * service does not start the node.
   */
  keepMacaroon(macaroon: Uint8Array): Promise<void>;
  dropMacaroon(): Promise<void>;
  readRestore(): Promise<NodeRestore | null>;
  /** Stores what LND has to look for in a restore; null when the restore is complete. */
  keepRestore(restore: NodeRestore | null): Promise<void>;
  /** Whether there may be a wallet whose seed words were never given to anyone. */
  hasUnknownWords(): Promise<boolean>;
  setUnknownWords(isUnknown: boolean): Promise<void>;
  /** Moves LND's whole folder aside, and returns its new path. */
  setAside(): Promise<string>;
}

/** Where the seed words of the wallet come from, and who must have them before set-up continues. */
export type WalletPlan =
  /**
   * A person confirms that they have written down the words before the wallet is made; `confirm`
   * throws when they do not.
   */
  | { readonly kind: 'confirm'; readonly confirm: (words: readonly string[]) => Promise<void> }
  /**
   * A program gets the words and the key of the node once both exist, shortly before set-up ends.
   */
  | { readonly kind: 'hand_over'; readonly handOver: HandOver }
  | { readonly kind: 'restore'; readonly words: readonly string[]; readonly restore: NodeRestore };

type HandOver = (words: readonly string[], pubkey: string) => Promise<void>;

export interface SetUpWallet {
  readonly kind: 'made' | 'restored' | 'completed' | 'was_complete';
  readonly pubkey: string;
}

export async function setUpWallet(deps: WalletSetupDeps, plan: WalletPlan): Promise<SetUpWallet> {
  const { store } = deps;
  const pubkey = await store.readPubkey();
  if (pubkey !== null && (await isComplete(store))) {
    if (plan.kind === 'restore') throw new ManagedNodeError(THERE_IS_ONE);
    return { kind: 'was_complete', pubkey };
  }
  if (plan.kind === 'restore') await requireRoom(store);
  const wasBegun = await store.wasBegun();
  const lnd = restartable(await deps.startLnd(), deps.startLnd);
  try {
    if (await store.hasWallet()) {
      const admin = await openWallet(deps, lnd, pubkey);
      if (admin !== null) return await complete(deps, lnd.now(), { kind: 'completed', admin });
    }
    if (pubkey !== null) throw new ManagedNodeError(walletIsGone(pubkey));
    if (plan.kind !== 'restore' && (await store.readRestore()) !== null) {
      throw new ManagedNodeError(RESTORE_BEGUN);
    }
    if (wasBegun) deps.tell(VOID_WORDS);
    return await makeWallet(deps, lnd.now(), plan);
  } finally {
    await lnd.now().end();
  }
}

const isComplete = async (store: SetupStore): Promise<boolean> =>
  (await store.hasMacaroons()) &&
  (await store.hasWallet()) &&
  (await store.readPassword()) !== null;

/**
 * Refuses to restore when there is a node already, unless an earlier set-up began to restore that
 * node.
 */
export async function requireRoom(store: SetupStore): Promise<void> {
  const hasNode = (await store.readPubkey()) !== null || (await store.hasWallet());
  if (hasNode && (await store.readRestore()) === null) throw new ManagedNodeError(THERE_IS_ONE);
}

const THERE_IS_ONE =
  'this data folder has a node already: restore into an empty data folder, and never while a ' +
  'copy of the node may still run';
const RESTORE_BEGUN =
  'an earlier set-up was to restore a node here and was killed before it began: repeat it with ' +
  '--restore, or make a new node in another data folder';
const VOID_WORDS =
  'Words that an earlier, unfinished set-up has shown are void: there is no wallet of them. ' +
  'Strike them out.';
const walletIsGone = (pubkey: string): string =>
  `the wallet of node ${pubkey} is not in its folder any more: put the folder back, or restore ` +
  'the node from its words and channel backup into an empty data folder';

interface Restartable {
  now(): WalletSetup;
  restart(): Promise<WalletSetup>;
}

function restartable(first: WalletSetup, start: () => Promise<WalletSetup>): Restartable {
  let lnd = first;
  return {
    now: () => lnd,
    async restart() {
      await lnd.end();
      lnd = await start();
      return lnd;
    },
  };
}

/**
 * Opens a wallet that exists already. Null when the wallet held nothing and was moved aside: then
 * LND has no wallet.
 */
async function openWallet(
  { store, tell }: WalletSetupDeps,
  lnd: Restartable,
  pubkey: string | null,
): Promise<AdminMacaroon | null> {
  const putAside = async (why: string): Promise<null> => {
    await lnd.now().end();
    tell(`${why} It held nothing and is put aside: ${await store.setAside()}`);
    await store.setUnknownWords(false);
    await lnd.restart();
    return null;
  };
  if (pubkey === null && (await store.hasUnknownWords())) {
    return await putAside('An earlier set-up ended before it gave away the words of its wallet.');
  }
  const password = await store.readPassword();
  if (password === null) throw new ManagedNodeError(NO_PASSWORD);
  // Renewing the admin macaroon makes the macaroon for payments invalid. If the latter were not
  // removed first, a set-up that was killed in between would look complete.
  await store.dropMacaroon();
  const opened = await lnd.now().renewAdmin(password);
  if (opened.ok) return await continueRestore({ store }, lnd, password, opened.value);
  switch (opened.refusal.kind) {
    case 'wrong_password':
      throw new ManagedNodeError(WRONG_PASSWORD);
    case 'half_made':
      if (pubkey !== null) throw new ManagedNodeError(walletIsGone(pubkey));
      return await putAside('An earlier set-up was killed while LND made its wallet.');
    case 'no_root_key': {
      await lnd.now().unlock(password, null);
      await lnd.now().untilCallable();
      const again = await (await lnd.restart()).renewAdmin(password);
      if (!again.ok)
        throw new ManagedNodeError(`LND does not open its wallet: ${again.refusal.kind}`);
      return await continueRestore({ store }, lnd, password, again.value);
    }
  }
}

const NO_PASSWORD =
  'there is a wallet, but no password for it in wallet.password: put back that file, or restore ' +
  'the node from its words and channel backup into an empty data folder';
const WRONG_PASSWORD =
  'the password in wallet.password does not open the wallet: put back the file that was made ' +
  'with it, or restore the node from its words and channel backup into an empty data folder';

/**
 * Continues a restore that was interrupted. LND forgets what it has to look for when it ends, so
 * LND is told again what that is.
 */
async function continueRestore(
  { store }: Pick<WalletSetupDeps, 'store'>,
  lnd: Restartable,
  password: string,
  admin: AdminMacaroon,
): Promise<AdminMacaroon> {
  const restore = await store.readRestore();
  if (restore !== null) {
    await lnd.now().untilCallable();
    await (await lnd.restart()).unlock(password, restore);
  }
  return admin;
}

async function makeWallet(
  deps: WalletSetupDeps,
  lnd: WalletSetup,
  plan: WalletPlan,
): Promise<SetUpWallet> {
  const { store } = deps;
  const words = plan.kind === 'restore' ? plan.words : await lnd.makeWords();
  if (plan.kind === 'confirm') await plan.confirm(words);
  const restore = plan.kind === 'restore' ? plan.restore : null;
  // The password is stored before the wallet is made: a wallet whose password no one has could
  // never be opened.
  const password = await store.ensurePassword();
  await store.keepRestore(restore);
  await store.setUnknownWords(plan.kind === 'hand_over');
  const made = await lnd.makeWallet({ words, password, restore });
  if (!made.ok) throw new ManagedNodeError(explainWords(made.refusal));
  const handOver = plan.kind === 'hand_over' ? plan.handOver : null;
  return await complete(deps, lnd, {
    kind: 'made',
    admin: made.value,
    ...(handOver !== null && { handOver: (pubkey: string) => handOver(words, pubkey) }),
  });
}

interface Opened {
  readonly kind: 'made' | 'completed';
  readonly admin: AdminMacaroon;
  readonly handOver?: (pubkey: string) => Promise<void>;
}

async function complete(
  { store, tell }: WalletSetupDeps,
  lnd: WalletSetup,
  { kind, admin, handOver }: Opened,
): Promise<SetUpWallet> {
  await lnd.untilCallable();
  const macaroons = await lnd.bake(admin);
  const pubkey = await lnd.pubkey(admin);
  const known = await store.readPubkey();
  if (known !== null && known !== pubkey) {
    throw new ManagedNodeError(`the wallet is that of node ${pubkey}, and not of ${known}`);
  }
  const isRestore = (await store.readRestore()) !== null;
  if (isRestore) {
    await lnd.untilRestored(admin, tell);
    await store.keepRestore(null);
  }
  await store.keepManagementMacaroon(macaroons.management);
  await store.keepChainMacaroon(macaroons.chain);
  if (handOver !== undefined) {
    await handOver(pubkey);
    await store.setUnknownWords(false);
  }
  await store.keepPubkey(pubkey);
  await store.keepMacaroon(macaroons.payments);
  return { kind: isRestore ? 'restored' : kind, pubkey };
}

/**
 * Tries the words and the channel backup of a restore on a temporary LND, so that wrong ones are
 * refused before anything is stored. Returns the public key of the node that they restore.
 */
export async function tryRestore(
  { startLnd, random }: Pick<WalletSetupDeps, 'startLnd'> & { readonly random: Random },
  words: readonly string[],
  channelBackup: Uint8Array | null,
): Promise<string> {
  const lnd = await startLnd();
  try {
    // The password is random and stored nowhere, so the removed folder's data that remain on the
    // disk cannot be read.
    const password = bytesToHex(random.bytes(PASSWORD_BYTES));
    const made = await lnd.makeWallet({ words, password, restore: null });
    if (!made.ok) throw new ManagedNodeError(explainWords(made.refusal));
    await lnd.untilCallable();
    if (channelBackup !== null && !(await lnd.isBackupOfWallet(made.value, channelBackup))) {
      throw new ManagedNodeError(FOREIGN_BACKUP);
    }
    return await lnd.pubkey(made.value);
  } finally {
    await lnd.end();
  }
}

const PASSWORD_BYTES = 32;

const FOREIGN_BACKUP =
  'the channel backup does not belong to the 24 words, or is damaged: it is encrypted with a key ' +
  'that the words of its own node give. Look for another copy';
