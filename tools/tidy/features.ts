/**
 * The features of `src/`, lowest first. A feature imports only from features before it, types
 * included. `app`, which connects all features, comes last.
 */
export const FEATURES = [
  'base',
  'i18n',
  'config',
  'system',
  'cli',
  'lightning',
  'managed-lnd',
  'nostr',
  'lnurl',
  'database',
  'alarms',
  'background',
  'fiat',
  'authorization',
  'lockdown',
  'secret-key',
  'outbox',
  'users',
  'push',
  'web',
  'ledger',
  'node',
  'outflow',
  'invoices',
  'receipts',
  'onchain',
  'payments',
  'history',
  'accounts',
  'webhooks',
  'address',
  'apps',
  'receive',
  'contacts',
  'money-requests',
  'send',
  'nwc',
  'lndhub',
  'approvals',
  'proof',
  'activity',
  'notifications',
  'statements',
  'account-closure',
  'backups',
  'channel-orders',
  'admin',
  'simulator',
  'app',
];

/** The feature of a file; null for files outside `src/`. */
export function featureOf(path: string): string | null {
  const [top, feature, ...rest] = path.split('/');
  if (top !== 'src' || feature === undefined) return null;
  return rest.length === 0 ? 'app' : feature;
}

/**
 * The kinds of code. `rules` decide and compute, and reach the world only through ports; `sql` and
 * `adapter` implement ports; `web` answers requests, and `command` runs on the command line. A
 * `feature` is the file with the name of its folder, which lists the parts of the feature and puts
 * them together.
 */
export type Kind =
  | 'feature'
  | 'rules'
  | 'sql'
  | 'adapter'
  | 'web'
  | 'command'
  | 'database'
  | 'config'
  | 'simulator'
  | 'app';

/** Folders of adapters that have other names than `io` or `http`. */
const ADAPTERS: readonly string[] = [
  'accounts/libraries',
  'apps/oauth/provider',
  'database/embedded',
  'lightning/lnd',
  'lightning/simulator-client',
  'nostr/relays',
  'system',
  'webhooks/sender',
];
const WEB: readonly string[] = [
  'accounts/browser',
  'address/lnurl',
  'apps/oauth/routes',
  'lndhub',
  'nwc/relay',
  'web',
];
/** Files that are ports although their folder is of another kind. */
const PORTS: readonly string[] = [
  'src/database/database-safety.ts',
  'src/database/table-size-store.ts',
  'src/web/live/live-store.ts',
];

export function kindOf(path: string): Kind {
  const feature = featureOf(path);
  if (feature === 'app' || feature === 'simulator' || feature === 'config') return feature;
  if (path === `src/${feature}/${feature}.ts`) return 'feature';
  if (PORTS.includes(path)) return 'rules';
  if (path.includes('/sql/')) return 'sql';
  const isIn = (folder: string): boolean => path.startsWith(`src/${folder}/`);
  if (ADAPTERS.some(isIn) || /^src\/[a-z0-9-]+\/(http|io)\//.test(path)) return 'adapter';
  if (feature === 'database') return feature;
  if (feature === 'cli' || path.includes('/commands/')) return 'command';
  if (WEB.some(isIn) || /^src\/[a-z0-9-]+\/(pages|routes|metrics)\//.test(path)) return 'web';
  return 'rules';
}

/** The kinds that code of each kind may import; `app` may import all. */
export const MAY_IMPORT: Readonly<Record<Kind, readonly Kind[]>> = {
  feature: ['rules', 'sql', 'adapter', 'web', 'database', 'config', 'feature'],
  rules: ['rules'],
  sql: ['rules', 'sql', 'database'],
  adapter: ['rules', 'adapter'],
  web: ['rules', 'web'],
  command: ['rules', 'config', 'command'],
  database: ['rules', 'database'],
  config: ['rules', 'config'],
  simulator: ['rules', 'simulator'],
  app: ['rules', 'sql', 'adapter', 'web', 'command', 'database', 'config', 'feature', 'app'],
};

/**
 * The feature whose adapters all others may use: clock, log, and connections to untrusted
 * addresses.
 */
export const SHARED_ADAPTERS = 'src/system/';
