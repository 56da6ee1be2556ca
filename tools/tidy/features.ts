/**
 * The features of `src/`, lowest first. A feature imports only what stands before it, types
 * included; `app`, which holds the composition and the programs at the top, comes last.
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
  'outbox',
  'users',
  'web',
  'ledger',
  'node',
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

/** Null for files outside `src/`. */
export function featureOf(path: string): string | null {
  const [top, feature, ...rest] = path.split('/');
  if (top !== 'src' || feature === undefined) return null;
  return rest.length === 0 ? 'app' : feature;
}

/**
 * What code does beside deciding. `rules` decide and compute, and reach the world through ports
 * only; `sql` and `adapter` implement such ports; `web` answers requests, and `command` the command
 * line. A `feature`, the file that bears the name of its folder, lists what that feature has and
 * makes it.
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

/** Folders of adapters and of the web, beside those that are called `io`, `http`, `pages`, … */
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
/** Ports that stand in folders of another kind. */
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

/** What each kind may import; `app` may import everything. */
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

/** Adapters for all others: clock, log, and what opens connections to addresses of strangers. */
export const SHARED_ADAPTERS = 'src/system/';
