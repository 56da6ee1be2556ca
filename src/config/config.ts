import { resolve } from 'node:path';
import { sat } from '../base/amount.ts';
import { bytesEqual } from '../base/hex.ts';
import type { Setting } from '../base/setting.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './env.ts';
import type { Form } from './forms.ts';
import { buildManagedNode, type ManagedNodeConfig } from './managed-node.ts';
import { nearestName } from './nearest-name.ts';
import { DEFAULT_CONFIRMATIONS } from './onchain-variables.ts';
import { listSettings } from './settings.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

/** The operator's settings, validated and typed. */
export interface Config extends ReturnType<typeof buildConfig> {
  /** The settings that admins may see on a page, without secrets. */
  readonly settings: readonly Setting[];
}

export type LightningConfig =
  | { readonly kind: 'simulated' }
  | {
      readonly kind: 'lnd';
      readonly restUrl: string;
      /** The address of LND's gRPC; null to make all calls over REST. */
      readonly grpcUrl: string | null;
      readonly macaroonFile: string;
      readonly tlsCertFile: string | null;
    }
  | { readonly kind: 'managed'; readonly node: ManagedNodeConfig };

/**
 * Whether the service uses play money, because its node is one of the simulated network. Nothing
 * can be lost then.
 */
export const usesPlayMoney = ({ kind }: Pick<LightningConfig, 'kind'>): boolean =>
  kind === 'simulated';

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Reads all settings, and throws one `ConfigError` that lists all problems. `fromFile` holds the
 * names whose values come from `.env`.
 */
export function readConfig(environment: Environment, fromFile = NO_NAMES): Config {
  const problems = findUnknownNames(environment);
  const read = <T>(variable: Variable<T>): T => {
    const text = environment[variable.name] ?? '';
    if (text === '') return variable.fallback;
    const { name, form, fallback } = variable;
    const value = IN_QUOTES.test(text) ? undefined : form.parse(text);
    if (value === undefined) problems.push(`${name} ${complaintOf(form, text)}`);
    return value ?? fallback;
  };
  const refuse = (problem: string): void => {
    problems.push(problem);
  };
  const config = buildConfig({ read, refuse });
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, settings: listSettings(environment, fromFile) };
}

/**
 * A value that still has its quotes. `docker run --env-file` passes quotes on as part of the value,
 * while this service removes them when it reads `.env` itself.
 */
const IN_QUOTES = /^(?:".*"|'.*'|`.*`)$/s;

function complaintOf({ accepted, complain }: Form<unknown>, text: string): string {
  if (IN_QUOTES.test(text)) return 'has quotes around it: write it without them';
  return complain?.(text) ?? `takes ${accepted}`;
}

interface Reader {
  readonly read: <T>(variable: Variable<T>) => T;
  readonly refuse: (problem: string) => void;
}

const V = VARIABLES;

function buildConfig(reader: Reader) {
  const { read } = reader;
  const readSat = (variable: Variable<bigint | null>) => {
    const amount = read(variable);
    return amount === null ? null : sat(amount);
  };
  const lightning = buildLightning(reader);
  return {
    host: read(V.host),
    port: read(V.port),
    /**
     * The public URL of the API. Null means the listening address, which is known only once the
     * service listens.
     */
    baseUrl: read(V.baseUrl),
    authUrl: read(V.authUrl),
    /** The domain of lightning addresses. Null means the host of the pages. */
    addressDomain: read(V.addressDomain),
    addressLimits: {
      perNetwork: read(V.addressOpenPerNetwork),
      perUser: read(V.addressOpenPerUser),
      inAll: read(V.addressOpen),
    },
    userLimits: {
      maxBalanceSat: readSat(V.userMaxBalance),
      maxSendDaySat: readSat(V.userMaxSendDay),
    },
    site: { name: read(V.siteName), operatorContact: read(V.operatorContact) },
    dataDir: resolve(read(V.dataDir)),
    logLevel: read(V.logLevel),
    metricsPort: read(V.metricsPort),
    trustedProxies: read(V.trustedProxies),
    ...buildSecretKeys(reader),
    database: buildDatabase(reader),
    lightning,
    onchain: buildOnchain(reader, lightning),
    payments: buildPayments(reader),
    outflow: {
      /** What happens at a limit on what leaves. Null means the usual for this kind of money. */
      mode: read(V.outflow),
      limits: {
        hourSat: readSat(V.outflowHour),
        daySat: readSat(V.outflowDay),
        netDaySat: readSat(V.outflowNetDay),
        singleSat: readSat(V.outflowSingle),
        countHour: read(V.outflowCountHour),
      },
    },
    /** What may stand on the server, and where the rest belongs. */
    ceiling: { hotLimitSat: readSat(V.hotLimit), coldAddress: read(V.coldAddress) },
    rateLimit: buildRateLimit(reader),
    backup: {
      /** The interval of scheduled backups. Null means that operators choose it on a page. */
      everySec: read(V.backupEvery),
      /** The number of backups that are kept. Null means that operators choose it on a page. */
      keep: read(V.backupKeep),
      /** The folder of backups. Null means a folder in the data folder. */
      folder: read(V.backupFolder),
      /** The file with the key that encrypts backups. Null means that backups are not encrypted. */
      keyFile: read(V.backupKeyFile),
    },
    rates: {
      sources: read(V.rates),
      currencies: read(V.ratesCurrencies),
    },
    proofFromUsers: read(V.proofFromUsers),
    publishesNode: read(V.proofNode),
    hasLndhub: read(V.lndhub),
    signup: read(V.signup),
    oauth: {
      accessTokenTtlSec: read(V.accessTokenTtl),
      refreshReuseGraceSec: read(V.refreshReuseGrace),
    },
    smtpUrl: read(V.smtpUrl),
    /**
     * A file with certificate authorities to trust for the mail server. Null means that only public
     * authorities are trusted.
     */
    smtpCaFile: read(V.smtpCaFile),
    mailFrom: read(V.mailFrom),
    pushContact: read(V.pushContact),
    alarmReceiver: buildAlarmReceiver(reader),
    nwc: {
      isOn: read(V.nwc),
      hasNip04: read(V.nwcNip04),
      /**
       * The URL of this service's own relay. Null means the URL of the API with another scheme, and
       * /relay behind it.
       */
      relayUrl: read(V.relayUrl),
      externalRelays: read(V.nwcRelays),
    },
    webhookAllow: read(V.webhookAllow),
    outboundAllow: read(V.outboundAllow),
  };
}

/** The secret keys; null for a key that is not set. */
function buildSecretKeys({ read, refuse }: Reader) {
  const secretKey = read(V.secretKey);
  const oldSecretKey = read(V.oldSecretKey);
  if (oldSecretKey !== null && secretKey === null) {
    refuse('SATCHEL_SECRET_KEY_OLD needs SATCHEL_SECRET_KEY, the key that replaces it');
  }
  if (oldSecretKey !== null && secretKey !== null && bytesEqual(oldSecretKey, secretKey)) {
    refuse('SATCHEL_SECRET_KEY_OLD must be another key than SATCHEL_SECRET_KEY');
  }
  return { secretKey, oldSecretKey };
}

/** The address to which alarms are sent, and the secret that signs them; null where none is set. */
function buildAlarmReceiver({ read, refuse }: Reader) {
  const url = read(V.alarmUrl);
  const secret = read(V.alarmSecret);
  if (url !== null && secret !== null) return { url, secret };
  if (url !== null) refuse('SATCHEL_ALARM_URL needs SATCHEL_ALARM_SECRET: alarms are signed');
  if (secret !== null) refuse('SATCHEL_ALARM_SECRET needs SATCHEL_ALARM_URL');
  return null;
}

function buildDatabase({ read }: Reader) {
  const url = read(V.databaseUrl) ?? read(V.plainDatabaseUrl);
  return {
    /** The URL of the database server. Null means the embedded database of the data folder. */
    url,
    migrateUrl: read(V.migrateDatabaseUrl) ?? url,
    acceptsUnsafe: read(V.unsafeDatabase),
    expectedStandbys: read(V.expectStandbys),
  };
}

function buildLightning(reader: Reader): LightningConfig {
  const { read, refuse } = reader;
  const restUrl = read(V.lndRestUrl);
  const grpcUrl = read(V.lndGrpcUrl);
  const macaroonFile = read(V.lndMacaroonFile);
  const tlsCertFile = read(V.lndTlsCertFile);
  const kind = read(V.lightning);
  switch (kind) {
    case 'simulated':
      return { kind };
    case 'lnd':
      if (restUrl !== null && macaroonFile !== null) {
        return { kind, restUrl, grpcUrl, macaroonFile, tlsCertFile };
      }
      refuse('SATCHEL_LIGHTNING=lnd needs SATCHEL_LND_REST_URL and SATCHEL_LND_MACAROON_FILE');
      return { kind: 'simulated' };
    case 'managed': {
      const node = buildManagedNode(reader);
      return node === null ? { kind: 'simulated' } : { kind, node };
    }
  }
}

/** The settings of bitcoin addresses; null where users have none. */
function buildOnchain({ read, refuse }: Reader, { kind }: LightningConfig) {
  const macaroonFile = read(V.lndOnchainMacaroonFile);
  const isOn = read(V.onchain) ?? kind !== 'lnd';
  const rules = {
    confirmations: read(V.onchainConfirmations) ?? DEFAULT_CONFIRMATIONS,
    minReceiveSat: sat(read(V.onchainMinReceive)),
    minSendSat: sat(read(V.onchainMinSend)),
    maxFeeRate: read(V.onchainMaxFeeRate),
  };
  if (!isOn) return null;
  if (kind === 'lnd' && macaroonFile === null) {
    refuse('SATCHEL_ONCHAIN=on needs SATCHEL_LND_ONCHAIN_MACAROON_FILE: see docs/onchain.md');
  }
  return { ...rules, macaroonFile };
}

function buildPayments({ read }: Reader) {
  const notFoundGraceSec = read(V.notFoundGrace);
  const heartbeatGraceSec = read(V.heartbeatGrace);
  const stuckGraceSec = read(V.stuckGrace);
  return {
    feeReservePpm: read(V.feeReservePpm),
    feeReserveMinSat: sat(read(V.feeReserveMinSat)),
    amountMaxSat: sat(read(V.amountMaxSat)),
    openPaymentsMax: read(V.openPayments),
    openInvoicesMax: read(V.openInvoices),
    invoicesPerDay: read(V.invoicesPerDay),
    storedMibPerDay: read(V.storedMibPerDay),
    externalPayments: read(V.externalPayments),
    isNodeShared: read(V.nodeShared),
    waitSec: read(V.paymentWait),
    approvalWaitSec: read(V.approvalWait),
    notFoundGraceSec,
    heartbeatGraceSec,
    stuckGraceSec,
    /**
     * Whether one of the grace times of payments (for "not found", heartbeats and stuck payments)
     * is below its default. These times protect real money, so they may be shortened only with play
     * money.
     */
    hasShortGrace:
      notFoundGraceSec < V.notFoundGrace.fallback ||
      heartbeatGraceSec < V.heartbeatGrace.fallback ||
      stuckGraceSec < V.stuckGrace.fallback,
    batchMax: read(V.batchMax),
    multiKeysendError: read(V.multiKeysendError),
  };
}

function buildRateLimit({ read }: Reader) {
  return {
    isOn: read(V.rateLimit),
    requestsPerSec: read(V.requestsPerSecond),
    paymentsPerSec: read(V.paymentsPerSecond),
    paymentsBurst: read(V.paymentsBurst),
  };
}

/** Names of settings that an earlier version had, with advice on what to write instead. */
const REPLACED: Readonly<Record<string, string>> = {
  SATCHEL_RATES_URL:
    'SATCHEL_RATES_URL is part of SATCHEL_RATES now: write SATCHEL_RATES=kraken, coingecko or ' +
    'another known source, or SATCHEL_RATES="URL#PATH" with the two values that you have',
  SATCHEL_RATES_PATH:
    'SATCHEL_RATES_PATH is part of SATCHEL_RATES now: write it behind # at the end of the URL',
};

/**
 * Reports names that are not settings. Without this, a misspelt name would silently leave the
 * default in force.
 */
function findUnknownNames(environment: Environment): string[] {
  const known = Object.values(VARIABLES).map((variable) => variable.name);
  return (
    Object.keys(environment)
      // The first name of a file may begin with an invisible byte order mark, if another program
      // has read the file into the environment.
      .filter((name) => /^[\s\p{C}]*SATCHEL_/u.test(name) && !known.includes(name))
      .map(
        (name) =>
          REPLACED[name] ??
          `${name} is not a known setting (did you mean ${nearestName(name, known)}?)`,
      )
  );
}
