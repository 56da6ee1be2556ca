/**
 * Replaces the macaroons of this service by new ones under new root keys, and deletes the old root
 * keys at the node, so that stolen copies open nothing any more. Each step leaves macaroons that
 * work in the files: until the processes of the service use the new ones, the old root keys stay.
 */

import type { LivingProcess, ProcessStore } from '../background/process-store.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { DEFAULT_ROOT_KEY, type MacaroonContent, readMacaroon } from '../lightning/macaroon.ts';
import type { MacaroonBakery } from '../lightning/macaroon-bakery.ts';
import type { RootKeyStore } from './root-key-store.ts';

export type MacaroonPurpose = 'payments' | 'chain' | 'management';

/** Port: a file from which the processes of the service read a macaroon. */
export interface MacaroonFile {
  readonly purpose: MacaroonPurpose;
  readonly path: string;
  /** The calls that a new macaroon has to allow, by what the one that it replaces allows. */
  callsFor(permissions: readonly string[]): readonly string[];
  read(): Promise<Uint8Array>;
  /**
   * Replaces the macaroon: the file holds the old one or the new one at any time, and keeps its
   * owner and its rights.
   */
  replace(macaroon: Uint8Array): Promise<void>;
  /** Writes a new macaroon into a folder instead, and returns its path there. */
  saveInto(folder: string, macaroon: Uint8Array): Promise<string>;
}

export interface RotateMacaroonsDeps {
  readonly files: readonly MacaroonFile[];
  /** Opens the calls that bake and end macaroons, with the newest macaroon that allows them. */
  readonly openBakery: () => Promise<MacaroonBakery>;
  /**
   * The folder for the new macaroons where the operator puts them in place; null to replace the
   * files.
   */
  readonly into: string | null;
  /** Whether to delete all other root keys at the node as well, as after a break-in. */
  readonly deletesOthers: boolean;
  readonly rootKeys: RootKeyStore;
  readonly processes: Pick<ProcessStore, 'listLiving' | 'acquireLease' | 'releaseLease'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Tells the operator how far the rotation has come. */
  readonly tell: (sentence: string) => void;
}

/** The macaroon of a file, and the root key that it was made with; null if the key is not known. */
export interface FileInUse {
  readonly purpose: MacaroonPurpose;
  readonly path: string;
  readonly rootKeyId: string | null;
}

export interface Rotation {
  readonly files: readonly FileInUse[];
  /** The paths of new macaroons that the operator has to put in place of those of the files. */
  readonly saved: readonly string[];
  /** The root keys that this rotation has deleted at the node. */
  readonly deleted: readonly string[];
  /** The root keys that stay until no process uses a macaroon of them, and those processes. */
  readonly waiting: {
    readonly rootKeyIds: readonly string[];
    readonly processes: readonly LivingProcess[];
  } | null;
  /** The other root keys at the node, with which macaroons of others may have been made. */
  readonly others: readonly string[];
  /** The files whose old macaroon LND still accepts, because its root key cannot be deleted. */
  readonly undeletable: readonly string[];
}

/** The rotation was refused. The macaroons in the files work as before. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

/** Bakes new macaroons, gives them to the service, and ends the old ones. */
export const rotateMacaroons = (deps: RotateMacaroonsDeps): Promise<Rotation> =>
  alone(deps, async (hold) => {
    const before = await readAll(deps.files);
    for (const { purpose, path, content } of before) {
      const isBaker = content?.permissions.some((permission) => BAKES.includes(permission));
      if (purpose !== 'management' && isBaker === true) throw new RotationRefused(lndsOwn(path));
    }
    const baked = await withBakery(deps, (bakery) => bakeAll(deps, bakery, before));
    deps.tell('New macaroons are baked and tried.');
    await hold();
    let saved: readonly string[];
    try {
      saved = await handOver(deps, baked);
    } catch (error) {
      await withBakery(deps, (bakery) => discard(deps, bakery, baked));
      throw error;
    }
    const undeletable = before.filter(({ content }) => content?.rootKeyId === DEFAULT_ROOT_KEY);
    const ended = await endOld(deps, hold);
    return { ...ended, saved, undeletable: undeletable.map(({ path }) => path) };
  });

/**
 * Ends the old macaroons of earlier rotations: waits until no process of the service uses one, and
 * deletes their root keys at the node. As long as a process uses one, they stay.
 */
export const endOldMacaroons = (deps: RotateMacaroonsDeps): Promise<Rotation> =>
  alone(deps, (hold) => endOld(deps, hold));

/**
 * Does work while no other rotation runs, because one would delete the root keys that another has
 * just made. `hold` is called before each step, and throws if the work took so long that another
 * rotation has begun.
 */
async function alone<T>(
  { processes, clock, random }: RotateMacaroonsDeps,
  work: (hold: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder = newUuid(clock, random);
  const take = async (): Promise<bigint> => {
    const lease = await processes.acquireLease(LEASE, holder, LEASE_MS);
    if (lease === null) throw new RotationRefused(ANOTHER);
    return lease.fence;
  };
  const fence = await take();
  const hold = async (): Promise<void> => {
    if ((await take()) !== fence) throw new RotationRefused(ANOTHER);
  };
  try {
    return await work(hold);
  } finally {
    await processes.releaseLease(LEASE, holder);
  }
}

const LEASE = 'rotate-macaroons';
const LEASE_MS = 120_000;
const ANOTHER = 'another rotation is running, or was cut off: try again in two minutes';

/** The permissions of a macaroon that may bake others, and so can do everything with the node. */
const BAKES: readonly string[] = ['macaroon:generate', 'uri:/lnrpc.Lightning/BakeMacaroon'];

const lndsOwn = (path: string): string =>
  `the macaroon ${path} may bake others, as LND's own admin.macaroon does. Overwriting it could ` +
  'lock you out of LND. First bake one for Satchel into a file of its own: docs/operating-lnd.md';

const bakersOwn = (rootKeyId: string): string =>
  `the macaroon that you gave was made with root key ${rootKeyId}, as was one of Satchel, and ` +
  'would end with it: give one of another root key, such as admin.macaroon';

async function withBakery<T>(
  { openBakery }: RotateMacaroonsDeps,
  work: (bakery: MacaroonBakery) => Promise<T>,
): Promise<T> {
  const bakery = await openBakery();
  try {
    return await work(bakery);
  } finally {
    await bakery.close();
  }
}

interface ReadFile extends Pick<MacaroonFile, 'purpose' | 'path'> {
  readonly file: MacaroonFile;
  /** What the macaroon says of itself; null if it is not LND's. */
  readonly content: MacaroonContent | null;
}

const readAll = (files: readonly MacaroonFile[]): Promise<readonly ReadFile[]> =>
  Promise.all(
    files.map(async (file) => {
      const { purpose, path } = file;
      return { purpose, path, file, content: readMacaroon(await file.read()) };
    }),
  );

const rootKeysOf = (files: readonly ReadFile[]): readonly string[] =>
  files.flatMap(({ content }) => content?.rootKeyId ?? []);

interface Planned {
  readonly file: MacaroonFile;
  readonly calls: readonly string[];
  readonly rootKeyId: string;
}

interface Baked extends Planned {
  readonly macaroon: Uint8Array;
}

/** Bakes a macaroon for each file, under a root key of its own, and tries whether LND takes it. */
async function bakeAll(
  deps: RotateMacaroonsDeps,
  bakery: MacaroonBakery,
  before: readonly ReadFile[],
): Promise<readonly Baked[]> {
  const { rootKeys, random, files } = deps;
  const taken = new Set(await bakery.rootKeyIds());
  const planned = before.map(({ file, content }) => ({
    file,
    calls: file.callsFor(content?.permissions ?? []),
    rootKeyId: newRootKeyId(random, taken),
  }));
  const old = rootKeysOf(before).filter((id) => id !== DEFAULT_ROOT_KEY);
  const { rootKeyId: bakersId } = bakery;
  const isOurs = files.some(({ purpose }) => purpose === 'management');
  if (!isOurs && bakersId !== null && old.includes(bakersId)) {
    throw new RotationRefused(bakersOwn(bakersId));
  }
  await rootKeys.addRootKeys([...old, ...planned.map(({ rootKeyId }) => rootKeyId)]);
  try {
    const baked: Baked[] = [];
    for (const plan of planned) {
      baked.push({ ...plan, macaroon: await bakery.bake(plan.rootKeyId, plan.calls) });
    }
    await tryAll(bakery, baked);
    return baked;
  } catch (error) {
    await discard(deps, bakery, planned);
    throw error;
  }
}

/**
 * Draws an id for a root key. It is random, so that it is never used twice: an id that is noted for
 * deletion never becomes the id of another macaroon.
 */
function newRootKeyId(random: Random, taken: Set<string>): string {
  for (;;) {
    const id = String(Buffer.from(random.bytes(ID_BYTES)).readUIntBE(0, ID_BYTES));
    if (id === DEFAULT_ROOT_KEY || taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

const ID_BYTES = 6;

async function tryAll(bakery: MacaroonBakery, baked: readonly Baked[]): Promise<void> {
  const askedBy = baked.find(({ file }) => file.purpose === 'payments')?.macaroon;
  if (askedBy === undefined) throw new Error('a service has a macaroon for payments');
  for (const { file, macaroon, calls } of baked) {
    const missing = await bakery.missingCalls({ macaroon, calls, askedBy });
    if (missing.length > 0) {
      throw new Error(`the new macaroon for ${file.path} does not allow ${missing.join(' ')}`);
    }
  }
}

/**
 * Gives the new macaroons to the service, or to the operator, and returns where the operator finds
 * them. The root keys of those are not noted any more: as no file of the service holds such a
 * macaroon yet, they would be deleted.
 */
async function handOver(
  { into, rootKeys }: RotateMacaroonsDeps,
  baked: readonly Baked[],
): Promise<readonly string[]> {
  const saved: string[] = [];
  for (const { file, macaroon } of baked) {
    if (into === null) await file.replace(macaroon);
    else saved.push(await file.saveInto(into, macaroon));
  }
  if (into !== null) await rootKeys.removeRootKeys(baked.map(({ rootKeyId }) => rootKeyId));
  return saved;
}

/**
 * Deletes those of the new root keys whose macaroons are in no file. What fails here stays noted,
 * and the next rotation deletes it.
 */
async function discard(
  { rootKeys, files }: RotateMacaroonsDeps,
  bakery: MacaroonBakery,
  keys: readonly { readonly rootKeyId: string }[],
): Promise<void> {
  try {
    const inUse = rootKeysOf(await readAll(files));
    for (const { rootKeyId } of keys) {
      if (inUse.includes(rootKeyId)) continue;
      await bakery.deleteRootKey(rootKeyId);
      await rootKeys.removeRootKeys([rootKeyId]);
    }
  } catch {
    return;
  }
}

async function endOld(deps: RotateMacaroonsDeps, hold: () => Promise<void>): Promise<Rotation> {
  const { files, rootKeys, deletesOthers } = deps;
  const now = await readAll(files);
  const inUse = rootKeysOf(now);
  const old = (await rootKeys.listRootKeys()).filter((id) => !inUse.includes(id));
  const atNode = await withBakery(deps, (bakery) => bakery.rootKeyIds());
  const ours = [...inUse, ...old].filter((id) => id !== DEFAULT_ROOT_KEY);
  const others = atNode.filter((id) => !ours.includes(id));
  const isDoomed = (id: string): boolean => deletesOthers && id !== DEFAULT_ROOT_KEY;
  const doomed = [...old, ...others.filter(isDoomed)];
  const users = doomed.length === 0 ? [] : await untilUnused(deps, doomed, hold);
  if (users.length === 0) {
    await withBakery(deps, async (bakery) => {
      for (const id of doomed) {
        await hold();
        await bakery.deleteRootKey(id);
        await rootKeys.removeRootKeys([id]);
      }
    });
  }
  return {
    files: now.map(({ purpose, path, content }) => ({
      purpose,
      path,
      rootKeyId: content?.rootKeyId ?? null,
    })),
    deleted: users.length === 0 ? doomed : [],
    waiting: users.length === 0 ? null : { rootKeyIds: doomed, processes: users },
    others: others.filter((id) => !doomed.includes(id)),
    saved: [],
    undeletable: [],
  };
}

/** The silence after which a process is not waited for. */
const SILENT_MS = 30_000;
const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** The time in which what a process has sent with an old macaroon arrives at LND and is let in. */
const ARRIVAL_MS = 2000;

/** Waits until no process uses these root keys; returns those that still do when time is up. */
async function untilUnused(
  { processes, clock, tell }: RotateMacaroonsDeps,
  old: readonly string[],
  hold: () => Promise<void>,
): Promise<readonly LivingProcess[]> {
  const beganMs = clock.monotonicMs();
  let users = await findUsers(processes, old);
  if (users.length > 0) tell('Waiting until all processes of the service use the new macaroons.');
  while (users.length > 0 && clock.monotonicMs() - beganMs < WAIT_MS) {
    await hold();
    await clock.sleep(LOOK_EVERY_MS);
    users = await findUsers(processes, old);
  }
  if (users.length === 0) await clock.sleep(ARRIVAL_MS);
  return users;
}

async function findUsers(
  processes: RotateMacaroonsDeps['processes'],
  old: readonly string[],
): Promise<readonly LivingProcess[]> {
  const living = await processes.listLiving(SILENT_MS);
  return living.filter(({ rootKeyIds }) => rootKeyIds?.every((id) => !old.includes(id)) !== true);
}
