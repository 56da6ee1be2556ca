/**
 * The settings of the service, each with the form, default and explanation of its environment
 * variable. `npm run generate` writes `.env.example` from these tables.
 */

import { BACKUP_VARIABLES } from './backup-variables.ts';
import {
  anyText,
  networks,
  oneOf,
  onOrOff,
  path,
  secretKeyHex,
  webhookSecret,
  wholeBigint,
  wholeNumber,
} from './forms.ts';
import { MANAGED_NODE_VARIABLES } from './managed-node-variables.ts';
import { ONCHAIN_VARIABLES } from './onchain-variables.ts';
import { OUTFLOW_VARIABLES } from './outflow-variables.ts';
import { PEOPLE_VARIABLES } from './people-variables.ts';
import {
  alarmUrl,
  databaseUrl,
  lndGrpcUrl,
  lndUrl,
  mailServerUrl,
  relayList,
  relayUrl,
  webOrigin,
} from './url-forms.ts';
import { optional, variable } from './variable.ts';

const YEAR_SEC = 31_536_000;
/** The number of sats that will ever exist. */
const SUPPLY_SAT = 2_100_000_000_000_000n;

export const VARIABLES = {
  host: variable('SATCHEL_HOST', anyText, '127.0.0.1', 'Address on which the service listens.'),
  port: variable('SATCHEL_PORT', wholeNumber(0, 65_535), 3000, 'Port; 0 picks a free one.'),
  baseUrl: optional(
    'SATCHEL_BASE_URL',
    webOrigin,
    'Public URL of the API, without a path. Default: the address on which the service listens.',
  ),
  authUrl: optional(
    'SATCHEL_AUTH_URL',
    webOrigin,
    'Public URL of the pages where people sign in, without a path. Default: the URL of the API.',
  ),
  ...PEOPLE_VARIABLES,
  dataDir: variable('SATCHEL_DATA_DIR', path, './data', 'Folder for all data that must be kept.'),
  ...BACKUP_VARIABLES,
  logLevel: variable(
    'SATCHEL_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Lowest level of log lines to write.',
  ),
  metricsPort: optional(
    'SATCHEL_METRICS_PORT',
    wholeNumber(1, 65_535),
    'Separate port that serves /metrics. Default: none.',
  ),
  trustedProxies: variable(
    'SATCHEL_TRUSTED_PROXIES',
    networks,
    [],
    'Networks of proxies whose X-Forwarded-For header is trusted.',
  ),

  databaseUrl: optional(
    'SATCHEL_DATABASE_URL',
    databaseUrl,
    'PostgreSQL 15 or newer. Default: DATABASE_URL, otherwise a database in the data folder.',
  ),
  plainDatabaseUrl: optional(
    'DATABASE_URL',
    databaseUrl,
    'Used when SATCHEL_DATABASE_URL is not set.',
  ),
  migrateDatabaseUrl: optional(
    'SATCHEL_MIGRATE_DATABASE_URL',
    databaseUrl,
    'The same database, as the role that owns the tables. Default: the role of the service.',
  ),
  expectStandbys: variable(
    'SATCHEL_EXPECT_STANDBYS',
    wholeNumber(0, 100),
    0,
    'Standbys that must have a commit before the database confirms it. A start refuses a server ' +
      'that waits for fewer, and an alarm tells when it comes to do so.',
  ),
  unsafeDatabase: variable(
    'SATCHEL_UNSAFE_DATABASE',
    onOrOff,
    false,
    'For tests only: accepts a database that may lose confirmed data (fsync off).',
  ),
  secretKey: optional(
    'SATCHEL_SECRET_KEY',
    secretKeyHex,
    'Key for cookies and stored secrets. It must be the same in all processes, and changes only ' +
      'by `satchel keys rotate`. Default: created in the data folder at the first start.',
  ),
  oldSecretKey: optional(
    'SATCHEL_SECRET_KEY_OLD',
    secretKeyHex,
    'The secret key that SATCHEL_SECRET_KEY replaces, until `satchel keys end-old` has ended it.',
  ),

  lightning: variable(
    'SATCHEL_LIGHTNING',
    oneOf('simulated', 'lnd', 'managed'),
    'simulated',
    'The Lightning node: the built-in simulated network, an LND of yours, or a managed one that ' +
      'Satchel starts and keeps itself after `satchel node setup`.',
  ),
  lndRestUrl: optional(
    'SATCHEL_LND_REST_URL',
    lndUrl,
    "LND's REST address, such as https://127.0.0.1:8080.",
  ),
  lndGrpcUrl: optional(
    'SATCHEL_LND_GRPC_URL',
    lndGrpcUrl,
    "LND's gRPC address, such as https://127.0.0.1:10009. With it, new invoices take LND a third " +
      'less time.',
  ),
  lndMacaroonFile: optional('SATCHEL_LND_MACAROON_FILE', path, "File with LND's macaroon."),
  lndTlsCertFile: optional(
    'SATCHEL_LND_TLS_CERT_FILE',
    path,
    "File with LND's TLS certificate. Not needed if a public authority signed it.",
  ),
  ...MANAGED_NODE_VARIABLES,

  ...ONCHAIN_VARIABLES,

  feeReservePpm: variable(
    'SATCHEL_FEE_RESERVE_PPM',
    wholeBigint(0n, 1_000_000n),
    10_000n,
    'Millionths of a payment to hold for routing fees.',
  ),
  feeReserveMinSat: variable(
    'SATCHEL_FEE_RESERVE_MIN_SAT',
    wholeBigint(0n, SUPPLY_SAT),
    10n,
    'Minimum sats to hold for routing fees.',
  ),
  amountMaxSat: variable(
    'SATCHEL_AMOUNT_MAX_SAT',
    wholeBigint(1n, SUPPLY_SAT),
    1_000_000_000n,
    'Largest invoice or payment, in sats.',
  ),
  openPayments: variable(
    'SATCHEL_OPEN_PAYMENTS',
    wholeNumber(1, 100_000),
    100,
    'Outgoing payments that a user may have open at the same time.',
  ),
  openInvoices: variable(
    'SATCHEL_OPEN_INVOICES',
    wholeNumber(1, 10_000_000),
    10_000,
    'Open (unpaid, not expired) invoices that a user may have, accurate to a twentieth.',
  ),
  invoicesPerDay: variable(
    'SATCHEL_INVOICES_PER_DAY',
    wholeNumber(1, 100_000_000),
    20_000,
    'New invoices that a user may make within a day, accurate to a twentieth.',
  ),
  storedMibPerDay: variable(
    'SATCHEL_STORED_MIB_PER_DAY',
    wholeNumber(1, 1_000_000),
    256,
    'MiB that payments and invoices of a user may add to the database within a day, failed ones ' +
      'too; twice that with what the user does in pages. Accurate to a twentieth.',
  ),
  userMaxBalance: optional(
    'SATCHEL_USER_MAX_BALANCE',
    wholeBigint(1n, SUPPLY_SAT),
    'Sats that a user may have here, unless `user set` says otherwise. Default: no limit.',
  ),
  userMaxSendDay: optional(
    'SATCHEL_USER_MAX_SEND_DAY',
    wholeBigint(1n, SUPPLY_SAT),
    'Sats that a user may send per day (UTC), unless `user set` says otherwise. Default: no limit.',
  ),
  externalPayments: variable(
    'SATCHEL_OUTSIDE_PAYMENTS',
    onOrOff,
    true,
    'Whether payments may leave this service. Off: users can only pay each other.',
  ),
  ...OUTFLOW_VARIABLES,
  nodeShared: variable(
    'SATCHEL_NODE_SHARED',
    onOrOff,
    false,
    'Whether others pay from the node too (a rebalance, another program). Off: a payment of the ' +
      'node that is not in the database stops external payments. See docs/operating-lnd.md.',
  ),
  paymentWait: variable(
    'SATCHEL_PAYMENT_WAIT',
    wholeNumber(0, 3600),
    60,
    'Seconds that a caller waits for the outcome of a payment.',
  ),
  approvalWait: variable(
    'SATCHEL_APPROVAL_WAIT',
    wholeNumber(30, 86_400),
    300,
    "Seconds that a payment above an app's limit for asking waits for its owner's approval.",
  ),
  notFoundGrace: variable(
    'SATCHEL_NOT_FOUND_GRACE',
    wholeNumber(0, 86_400),
    60,
    'Seconds between the two checks after which a payment unknown to the node counts as failed.',
  ),
  stuckGrace: variable(
    'SATCHEL_STRANDED_GRACE',
    wholeNumber(0, 86_400),
    600,
    'Seconds between the two checks after which a payment stuck in the node may be ended.',
  ),
  heartbeatGrace: variable(
    'SATCHEL_HEARTBEAT_GRACE',
    wholeNumber(1, 86_400),
    600,
    'Seconds without a heartbeat after which a process counts as gone.',
  ),
  batchMax: variable(
    'SATCHEL_BATCH_MAX',
    wholeNumber(1, 1000),
    64,
    'Maximum money events per database call.',
  ),
  multiKeysendError: variable(
    'SATCHEL_MULTI_KEYSEND_ERROR',
    oneOf('always', 'failed'),
    'always',
    'Whether successful items of a multi keysend also show an `error` object.',
  ),

  rateLimit: variable(
    'SATCHEL_RATE_LIMIT',
    onOrOff,
    true,
    'Off disables the limits on rate, memory and open invoices, for benchmarks.',
  ),
  requestsPerSecond: variable(
    'SATCHEL_REQUESTS_PER_SECOND',
    wholeNumber(1, 1_000_000),
    100,
    'Requests per second from one token or address.',
  ),
  paymentsPerSecond: variable(
    'SATCHEL_PAYMENTS_PER_SECOND',
    wholeNumber(1, 1_000_000),
    50,
    'Payments per second from one token.',
  ),
  paymentsBurst: variable(
    'SATCHEL_PAYMENTS_BURST',
    wholeNumber(1, 1_000_000),
    100,
    'Payments that one token may send in a burst.',
  ),

  signup: variable(
    'SATCHEL_SIGNUP',
    oneOf('closed', 'invite', 'open'),
    'invite',
    'Who may create an account on the pages.',
  ),
  accessTokenTtl: variable(
    'SATCHEL_ACCESS_TOKEN_TTL',
    wholeNumber(1, YEAR_SEC),
    7200,
    'Lifetime of an access token of an app, in seconds.',
  ),
  refreshReuseGrace: variable(
    'SATCHEL_REFRESH_REUSE_GRACE',
    wholeNumber(0, 3600),
    10,
    'Seconds in which a second use of a refresh token is refused without ending other tokens.',
  ),
  smtpUrl: optional(
    'SATCHEL_SMTP_URL',
    mailServerUrl,
    'Mail server. Default: none; links are shown to the operator instead.',
  ),
  smtpCaFile: optional(
    'SATCHEL_SMTP_CA_FILE',
    anyText,
    'File with certificates (PEM) to trust at the mail server beside those of public ' +
      'authorities: that of your own authority, or of the server itself. Mail then leaves only ' +
      'over TLS.',
  ),
  mailFrom: optional(
    'SATCHEL_MAIL_FROM',
    anyText,
    'Sender of mails. Default: satchel@ followed by the host of the pages.',
  ),
  pushContact: optional(
    'SATCHEL_PUSH_CONTACT',
    anyText,
    'Mail address at which makers of browsers reach you about push messages. They take them only ' +
      'with an address of a public domain. Default: the sender of mails.',
  ),
  alarmUrl: optional(
    'SATCHEL_ALARM_URL',
    alarmUrl,
    'Address to which each alarm is sent at once, as a signed POST. It may be in your own ' +
      'network. Default: none.',
  ),
  alarmSecret: optional(
    'SATCHEL_ALARM_SECRET',
    webhookSecret,
    'Secret with which the receiver of alarms verifies them (Standard Webhooks).',
  ),

  nwc: variable(
    'SATCHEL_NWC',
    onOrOff,
    true,
    'Whether apps can be connected over Nostr Wallet Connect.',
  ),
  nwcNip04: variable(
    'SATCHEL_NWC_NIP04',
    onOrOff,
    true,
    'Whether apps may encrypt by NIP-04 too. Older ones know nothing else.',
  ),
  relayUrl: optional(
    'SATCHEL_RELAY_URL',
    relayUrl,
    'Public address of the relay for Nostr Wallet Connect. Default: the URL of the API as ws or ' +
      'wss, with /relay behind it.',
  ),
  nwcRelays: variable(
    'SATCHEL_NWC_RELAYS',
    relayList,
    [],
    'External relays over which apps reach their wallets too, such as ' +
      '"wss://relay.example.com". ws and private addresses are allowed.',
  ),
  webhookAllow: variable(
    'SATCHEL_WEBHOOK_ALLOW',
    networks,
    [],
    'Private networks that webhooks may reach, over plain http too.',
  ),
};
