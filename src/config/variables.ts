import {
  anyText,
  type Form,
  lndUrl,
  networks,
  oneOf,
  onOrOff,
  secretKeyHex,
  url,
  wholeBigint,
  wholeNumber,
} from './forms.ts';

/** One environment variable. `.env.example` is generated from this table. */
export interface Variable<T> {
  readonly name: string;
  readonly form: Form<T>;
  readonly fallback: T;
  readonly description: string;
}

function variable<T>(name: string, form: Form<T>, fallback: T, description: string): Variable<T> {
  return { name, form, fallback, description };
}

/** Null stands for "not set". */
function optional<T>(name: string, form: Form<T>, description: string): Variable<T | null> {
  return { name, form, fallback: null, description };
}

const YEAR_SEC = 31_536_000;
/** All bitcoin that will ever exist. */
const SUPPLY_SAT = 2_100_000_000_000_000n;

export const VARIABLES = {
  host: variable('SATCHEL_HOST', anyText, '127.0.0.1', 'Address that the service listens on.'),
  port: variable('SATCHEL_PORT', wholeNumber(0, 65_535), 3000, 'Port; 0 takes any free one.'),
  baseUrl: optional(
    'SATCHEL_BASE_URL',
    url('http', 'https'),
    'Public URL of the API. Default: the listening address.',
  ),
  authUrl: optional(
    'SATCHEL_AUTH_URL',
    url('http', 'https'),
    'Public URL of the pages where people sign in. Default: that of the API.',
  ),
  dataDir: variable(
    'SATCHEL_DATA_DIR',
    anyText,
    './data',
    'Folder for everything that must be kept.',
  ),
  logLevel: variable(
    'SATCHEL_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least weighty lines that are logged.',
  ),
  metricsPort: optional(
    'SATCHEL_METRICS_PORT',
    wholeNumber(1, 65_535),
    'Port of a listener of its own for /metrics. Default: none.',
  ),
  trustedProxies: variable(
    'SATCHEL_TRUSTED_PROXIES',
    networks,
    [],
    'Networks of proxies whose X-Forwarded-For is believed.',
  ),

  databaseUrl: optional(
    'SATCHEL_DATABASE_URL',
    url('postgres', 'postgresql'),
    'PostgreSQL 15 or newer. Default: DATABASE_URL, or else a database in the data folder.',
  ),
  plainDatabaseUrl: optional(
    'DATABASE_URL',
    url('postgres', 'postgresql'),
    'Read where SATCHEL_DATABASE_URL is not set.',
  ),
  migrateDatabaseUrl: optional(
    'SATCHEL_MIGRATE_DATABASE_URL',
    url('postgres', 'postgresql'),
    'The same database as the role that owns the tables, where that is another one.',
  ),
  unsafeDatabase: variable(
    'SATCHEL_UNSAFE_DATABASE',
    onOrOff,
    false,
    'For tests only: accepts a database that may lose what it confirmed (fsync off).',
  ),
  secretKey: optional(
    'SATCHEL_SECRET_KEY',
    secretKeyHex,
    'Key for cookies and stored secrets, the same in all processes and for ever. Default: made ' +
      'at the first start, in the data folder.',
  ),

  lightning: variable(
    'SATCHEL_LIGHTNING',
    oneOf('simulated', 'lnd'),
    'simulated',
    'The Lightning node: a simulated network of our own, or LND.',
  ),
  lndRestUrl: optional(
    'SATCHEL_LND_REST_URL',
    lndUrl,
    "LND's REST address, such as https://127.0.0.1:8080.",
  ),
  lndMacaroonFile: optional('SATCHEL_LND_MACAROON_FILE', anyText, "File with LND's macaroon."),
  lndTlsCertFile: optional(
    'SATCHEL_LND_TLS_CERT_FILE',
    anyText,
    "LND's own certificate, where no public authority signed it.",
  ),

  feeReservePpm: variable(
    'SATCHEL_FEE_RESERVE_PPM',
    wholeBigint(0n, 1_000_000n),
    10_000n,
    'Millionths of a payment that are held for routing fees.',
  ),
  feeReserveMinSat: variable(
    'SATCHEL_FEE_RESERVE_MIN_SAT',
    wholeBigint(0n, SUPPLY_SAT),
    10n,
    'Least sats that are held for routing fees.',
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
    'Outgoing payments that a user may have open at once.',
  ),
  openInvoices: variable(
    'SATCHEL_OPEN_INVOICES',
    wholeNumber(1, 10_000_000),
    10_000,
    'Unpaid invoices that have not expired, of one user. It is kept to within a twentieth.',
  ),
  outsidePayments: variable(
    'SATCHEL_OUTSIDE_PAYMENTS',
    onOrOff,
    true,
    'Whether payments leave this service. Off: users pay each other only.',
  ),
  nodeShared: variable(
    'SATCHEL_NODE_SHARED',
    onOrOff,
    false,
    'Whether others pay from the node too (a rebalance, another program). Off: a payment of the ' +
      'node that the database does not know stops outside payments. See docs/operating-lnd.md.',
  ),
  paymentWait: variable(
    'SATCHEL_PAYMENT_WAIT',
    wholeNumber(0, 3600),
    60,
    'Seconds that a caller waits for the end of his payment.',
  ),
  notFoundGrace: variable(
    'SATCHEL_NOT_FOUND_GRACE',
    wholeNumber(0, 86_400),
    60,
    'Seconds between two looks at the node before a payment it does not know counts as failed.',
  ),
  strandedGrace: variable(
    'SATCHEL_STRANDED_GRACE',
    wholeNumber(0, 86_400),
    600,
    'Seconds between two looks at the node before a payment that hangs in it may be ended.',
  ),
  heartbeatGrace: variable(
    'SATCHEL_HEARTBEAT_GRACE',
    wholeNumber(1, 86_400),
    600,
    'Seconds without a sign of life before a process counts as gone.',
  ),
  batchMax: variable(
    'SATCHEL_BATCH_MAX',
    wholeNumber(1, 1000),
    64,
    'Money events that go to the database in one call.',
  ),
  multiKeysendError: variable(
    'SATCHEL_MULTI_KEYSEND_ERROR',
    oneOf('always', 'failed'),
    'always',
    'Whether items of a multi keysend that succeeded show an `error` object too.',
  ),

  rateLimit: variable(
    'SATCHEL_RATE_LIMIT',
    onOrOff,
    true,
    'Off switches every limit off, for benchmarks.',
  ),
  requestsPerSecond: variable(
    'SATCHEL_REQUESTS_PER_SECOND',
    wholeNumber(1, 1_000_000),
    100,
    'Requests per second of a token or address.',
  ),
  paymentsPerSecond: variable(
    'SATCHEL_PAYMENTS_PER_SECOND',
    wholeNumber(1, 1_000_000),
    50,
    'Payments per second of a token.',
  ),
  paymentsBurst: variable(
    'SATCHEL_PAYMENTS_BURST',
    wholeNumber(1, 1_000_000),
    100,
    'Payments that a token may send at once.',
  ),
  ratesUrl: optional(
    'SATCHEL_RATES_URL',
    url('http', 'https'),
    'Source of fiat rates. Default: none.',
  ),

  signup: variable(
    'SATCHEL_SIGNUP',
    oneOf('closed', 'invite', 'open'),
    'invite',
    'Who may make an account on the pages.',
  ),
  accessTokenTtl: variable(
    'SATCHEL_ACCESS_TOKEN_TTL',
    wholeNumber(1, YEAR_SEC),
    7200,
    'Seconds that an access token of an app lives.',
  ),
  refreshReuseGrace: variable(
    'SATCHEL_REFRESH_REUSE_GRACE',
    wholeNumber(0, 3600),
    10,
    'Seconds within which a second use of a refresh token is refused without ending the others.',
  ),
  smtpUrl: optional(
    'SATCHEL_SMTP_URL',
    url('smtp', 'smtps'),
    'Mail server. Default: none, links are shown to the operator.',
  ),
  mailFrom: optional(
    'SATCHEL_MAIL_FROM',
    anyText,
    'Sender of mails. Default: satchel@ the host of the pages.',
  ),

  webhookAllow: variable(
    'SATCHEL_WEBHOOK_ALLOW',
    networks,
    [],
    'Private networks that webhooks may reach, also over plain http.',
  ),
  svixUrl: optional(
    'SATCHEL_SVIX_URL',
    url('http', 'https'),
    'A Svix server that delivers the webhooks.',
  ),
  svixToken: optional('SATCHEL_SVIX_TOKEN', anyText, 'Token for the Svix server.'),
};
