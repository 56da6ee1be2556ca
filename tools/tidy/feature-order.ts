import { posix } from 'node:path';
import { FEATURES, featureOf, kindOf, MAY_IMPORT, SHARED_ADAPTERS } from './features.ts';
import type { Finding } from './finding.ts';
import type { Import, ImportGraph } from './import-graph.ts';

/** Modules that code of the kind `rules` may use, because they only compute. */
const PURE_MODULES = new RegExp(
  `^(${[
    'node:(crypto|util|buffer|assert|url)',
    '@noble/.*',
    '@scure/.*',
    'tiny-secp256k1',
    'typebox(/.*)?',
    'ghtml',
    'intl-messageformat',
    '@formatjs/.*',
  ].join('|')})$`,
);
/**
 * A file that may import node:net, because it uses only the functions that judge the text of an
 * address.
 */
const ADDRESS_RULES = 'src/base/address-rules.ts';

const SIMULATOR_NEEDS: readonly string[] = ['base', 'lightning', 'simulator'];

/** Modules that only one place may import. */
const HOMES: readonly (readonly [module: RegExp, home: RegExp, name: string])[] = [
  [/^(pg|pg-copy-streams)$/, /^src\/(database|backups\/sql)\//, 'database, backups/sql'],
  [/^commander$/, /^src\/(cli|[a-z0-9-]+\/commands)\//, 'cli, commands'],
  [/^ws$/, /^src\/(nwc\/relay|nostr\/relays)\//, 'nwc/relay, nostr/relays'],
  [/^(ghtml|intl-messageformat|@formatjs\/.*)$/, /^src\/i18n\//, 'i18n'],
  [/^pino$/, /^src\/system\/logger\.ts$/, 'system/logger.ts'],
];
const WEB_MODULE = /^fastify$|^@fastify\//;

/**
 * Checks that imports follow the order of the features, and that code imports only what its kind
 * may.
 */
export function findBrokenOrder({ imports }: ImportGraph): readonly Finding[] {
  return imports.flatMap((entry) => {
    if (!entry.from.startsWith('src/')) return [];
    const complaint = entry.isOurs ? complainOfFile(entry) : complainOfModule(entry);
    return complaint === null ? [] : [{ path: entry.from, line: entry.line, message: complaint }];
  });
}

function complainOfFile(entry: Import): string | null {
  const { from, to, isStarted } = entry;
  const [source, target] = [featureOf(from), featureOf(to)];
  if (source === null || target === null) return `src/ imports nothing from outside, such as ${to}`;
  const [rank, needed] = [FEATURES.indexOf(source), FEATURES.indexOf(target)];
  if (rank < 0) return `${source} has no place in the order of features`;
  // A program may be named by its URL to start it. Nothing is imported from it then.
  if (isStarted && /main\.ts$/.test(to)) return null;
  if (needed > rank) return `${source} does not import ${target}, which comes after it: ${to}`;
  if (target === 'simulator' && source !== 'simulator')
    return `nothing imports the simulator: ${to}`;
  if (source === 'simulator' && !SIMULATOR_NEEDS.includes(target)) {
    return `the simulator is a program of its own, without ${to}`;
  }
  return complainOfKind(entry);
}

function complainOfKind({ from, to }: Import): string | null {
  const [source, target] = [kindOf(from), kindOf(to)];
  if (!MAY_IMPORT[source].includes(target)) return `${source} does not import ${target}: ${to}`;
  const isOwn = posix.dirname(from) === posix.dirname(to);
  if (target !== 'adapter' || source !== 'adapter' || isOwn) return null;
  return to.startsWith(SHARED_ADAPTERS) ? null : `one adapter does not import another: ${to}`;
}

function complainOfModule({ from, to }: Import): string | null {
  const kind = kindOf(from);
  const isPure = PURE_MODULES.test(to) || (from === ADDRESS_RULES && to === 'node:net');
  if (kind === 'rules' && !isPure) return `rules reach the world through ports, not through ${to}`;
  if (WEB_MODULE.test(to) && kind !== 'web' && kind !== 'app')
    return `${to} belongs to pages and routes`;
  const home = HOMES.find(([module]) => module.test(to));
  if (home === undefined || kind === 'simulator' || home[1].test(from)) return null;
  return `${to} belongs to ${home[2]}`;
}
