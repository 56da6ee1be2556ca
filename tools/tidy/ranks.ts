import type { Finding } from './finding.ts';
import type { Import, ImportGraph } from './import-graph.ts';

const SUBJECTS = ['lightning', 'access', 'webhook', 'nostr', 'lnurl', 'fiat', 'proof'];
const PURE = ['base', ...SUBJECTS, 'account', 'operations', 'wallet', 'address', 'nwc'];
const BUILT = [...PURE, 'usecases', 'adapters', 'http', 'workers', 'config'];
const EVERYTHING = [...BUILT, 'compose', 'cli', ''];

/** What a folder of src/ may import beside itself; '' holds main.ts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  ...Object.fromEntries(SUBJECTS.map((subject) => [subject, ['base']])),
  account: ['base', 'access', 'nostr'],
  operations: ['base', 'lightning'],
  wallet: ['base', ...SUBJECTS, 'operations'],
  address: ['base', 'lightning', 'nostr', 'wallet'],
  nwc: ['base', 'access', 'lightning', 'nostr', 'operations', 'wallet'],
  usecases: PURE,
  adapters: PURE,
  http: [...PURE, 'usecases'],
  workers: [...PURE, 'usecases'],
  config: ['base'],
  compose: BUILT,
  cli: EVERYTHING,
  '': EVERYTHING,
  simulator: ['base', 'lightning'],
};

/** Rooms of one folder, and which of the others each may enter. */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'src/usecases': {
    operations: [],
    accounts: ['operations'],
    payments: ['operations'],
    receipts: ['operations', 'accounts'],
    apps: ['operations', 'accounts'],
    webhooks: ['operations', 'accounts'],
    addresses: ['operations', 'accounts', 'receipts'],
    sends: ['operations', 'receipts', 'payments', 'addresses'],
    nwc: ['operations', 'apps', 'payments', 'receipts'],
    statements: [],
    archive: ['accounts', 'statements'],
    proof: ['operations'],
  },
  'src/adapters/postgres': {
    connection: [],
    schema: ['connection'],
    actions: ['connection'],
    money: ['connection', 'actions'],
    accounts: ['connection', 'actions'],
    apps: ['connection', 'money'],
    addresses: ['connection', 'money'],
    nwc: ['connection', 'apps', 'money'],
    webhooks: ['connection'],
    sends: ['connection'],
    operations: ['connection', 'actions'],
    backup: ['connection', 'schema', 'operations'],
    proof: ['connection', 'operations'],
  },
};

/** What the simulator, a program of its own, has agreed with those who talk to it. */
const SIMULATOR_PROTOCOL = /^src\/simulator\/control\/[a-z-]+-protocol\.ts$/;
const TALKS_TO_SIMULATOR: readonly string[] = ['adapters', 'compose', 'cli'];

/** Every connection to an address that users or strangers chose goes through it. */
const SHARED_ADAPTER = 'guarded-connector';

/** Folders whose code computes and decides, and reaches the world through ports only. */
const INNER = [...PURE, 'usecases'];
const INNER_MODULES =
  /^(node:(crypto|util|buffer|assert)|@noble\/|@scure\/|tiny-secp256k1$|typebox(\/|$))/;
/** Takes from node:net what judges the text of an address, and opens nothing. */
const ADDRESS_RULES = 'src/base/address-rules.ts';

/** Modules that belong to one place. */
const HOMES: readonly (readonly [module: RegExp, home: RegExp, name: string])[] = [
  [/^(postgres|pg|pg-copy-streams)$/, /^src\/adapters\/postgres\//, 'adapters/postgres'],
  [/^fastify$|^@fastify\//, /^src\/http\//, 'http'],
  [/^commander$/, /^src\/cli\//, 'cli'],
  [/^ws$/, /^src\/(http\/relay|adapters\/outside-relays)\//, 'http/relay, adapters/outside-relays'],
  [/^pino$/, /^src\/adapters\/logger\.ts$/, 'adapters/logger.ts'],
];

export function findBrokenRanks({ imports }: ImportGraph): readonly Finding[] {
  return imports.flatMap((entry) => {
    if (!entry.from.startsWith('src/')) return [];
    const message = entry.isOurs ? complainOfRank(entry) : complainOfModule(entry);
    return message === null ? [] : [{ path: entry.from, line: entry.line, message }];
  });
}

const complainOfRank = (entry: Import): string | null =>
  complainOfFolder(entry) ?? complainOfRoom(entry);

function complainOfFolder({ from, to, isStarted }: Import): string | null {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (source === null || target === null) return `src/ imports nothing from outside, such as ${to}`;
  if (source === 'adapters' && target === 'adapters') {
    const isOpen = adapterOf(from) === adapterOf(to) || adapterOf(to) === SHARED_ADAPTER;
    return isOpen ? null : `one adapter imports another: ${to}`;
  }
  if (source === target || MAY_IMPORT[source]?.includes(target)) return null;
  // The simulator is started as a program of its own: its main file is named, not imported.
  if (isStarted && to === 'src/simulator/main.ts') return null;
  if (SIMULATOR_PROTOCOL.test(to) && TALKS_TO_SIMULATOR.includes(source)) return null;
  return `${source || 'the top'} does not import ${target || 'the top'}: ${to}`;
}

function complainOfRoom({ from, to }: Import): string | null {
  for (const [folder, rooms] of Object.entries(ROOMS)) {
    if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`)) continue;
    const [source, target] = [roomOf(from, folder), roomOf(to, folder)];
    if (source === target || rooms[source]?.includes(target)) continue;
    return `${folder}/${source} does not import ${target || folder}: ${to}`;
  }
  return null;
}

/** '' for a file that stands in no room. */
const roomOf = (path: string, folder: string): string =>
  /^([^/]+)\//.exec(path.slice(folder.length + 1))?.[1] ?? '';

function complainOfModule({ from, to }: Import): string | null {
  const folder = folderOf(from);
  const isPure = INNER_MODULES.test(to) || (from === ADDRESS_RULES && to === 'node:net');
  if (folder !== null && INNER.includes(folder) && !isPure) {
    return `${folder} reaches the world through ports only, not through ${to}`;
  }
  const home = HOMES.find(([module]) => module.test(to));
  if (home === undefined || folder === 'simulator' || home[1].test(from)) return null;
  return `${to} belongs to ${home[2]}`;
}

/** First folder below src/, '' for files in src/ itself, null for files elsewhere. */
function folderOf(path: string): string | null {
  return (
    /^src\/(?:([^/]+)\/|[^/]+$)/
      .exec(path)
      ?.slice(1)
      .map((name) => name ?? '')[0] ?? null
  );
}

/** Folder of an adapter; files beside the folders are one adapter together. */
const adapterOf = (path: string): string => /^src\/adapters\/([^/]+)\//.exec(path)?.[1] ?? '';
