/**
 * `npm run bench`: measures how fast the service is over HTTP, compared with the limits of the
 * machine. Each kind of work and its yardstick run in turns (A B A B …), and the median of the
 * ratios of neighbouring windows counts, so that other load on the machine affects both alike.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureAbuse } from './abuse/measure-abuse.ts';
import { doorsOf, measureStoring, STORING_SETTINGS } from './abuse/measure-storing.ts';
import { ADDRESS_CONTESTS } from './address/contests.ts';
import { FLOOD_SIZES, measureFlood } from './address/measure-flood.ts';
import { BACKUP_SIZES, measureBackup } from './backup/measure-backup.ts';
import { withClusterStage } from './cluster/cluster-stage.ts';
import { CLUSTER_CONTESTS } from './cluster/contests.ts';
import { measureClusterCpu } from './cluster/measure-cluster-cpu.ts';
import { type Bout, type Contest, type ContestRow, runBout } from './contest.ts';
import { balance } from './contests/balance.ts';
import { external, externalTravelling } from './contests/external.ts';
import { externalLimited } from './contests/external-limited.ts';
import { growthContests } from './contests/growth.ts';
import { internal, internalToOne } from './contests/internal.ts';
import { internalLimited } from './contests/internal-limited.ts';
import { internalRates } from './contests/internal-rates.ts';
import { invoices } from './contests/invoices.ts';
import { newInvoice } from './contests/new-invoice.ts';
import { LND_CONTESTS } from './contests/on-lnd.ts';
import { settlingHeld, settlingSending } from './contests/webhook-settling.ts';
import { webhooks } from './contests/webhooks.ts';
import { type Gauge, measureIdle, measureResident } from './footprint.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { measureLive } from './live/measure-live.ts';
import { type LndStage, withLndStage } from './lnd-stage.ts';
import { NWC_CONTESTS } from './nwc/contests.ts';
import { measureCpu } from './nwc/measure-cpu.ts';
import { measureWaitingApps } from './nwc/measure-waiting-apps.ts';
import { measureOnchain } from './onchain/measure-onchain.ts';
import { WALLET_SIZES } from './onchain/wallet-size.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { measurePages, WITH_PRICES } from './pages/measure-pages.ts';
import { measureProof, PROOF_SIZES } from './proof/measure-proof.ts';
import { currentLoad, describeRun, type Report, renderReport } from './report.ts';
import { soak } from './soak.ts';
import { openStage, type Stage } from './stage.ts';
import { measureClaim, measureLatency } from './webhooks/measure-webhooks.ts';

const CONTESTS = [
  balance,
  invoices,
  internal,
  internalToOne,
  internalLimited,
  internalRates,
  newInvoice,
  external,
  externalTravelling,
  externalLimited,
  webhooks,
  settlingHeld,
  settlingSending,
];
const NAMES = [
  'idle',
  ...CONTESTS.map(({ name }) => name),
  'webhook-latency',
  'webhook-claim',
  'growth',
  'live',
  'pages',
  'memory',
  'soak',
];

/** Measures the service on a real LND, which has to be built before. This contest runs alone. */
const ON_LND = 'lnd';
/**
 * Measures what strangers ask for, on a real LND, which has to be built before. This contest runs
 * alone.
 */
const ADDRESS = 'address';
/**
 * Measures attacks. This contest runs alone, because it needs a service with its default limits.
 */
const ABUSE = 'abuse';
/**
 * Measures Nostr Wallet Connect. This contest runs alone, because its callers come from many
 * networks.
 */
const NWC = 'nwc';
/**
 * Measures the service on a PostgreSQL cluster. This contest runs alone, because it sets up the
 * cluster.
 */
const CLUSTER = 'cluster';
/** Measures the proof of what is owed. This contest runs alone, because it adds very many users. */
const PROOF = 'proof';
/** Measures backups. This contest runs alone, because it adds very many users. */
const BACKUP = 'backup';
/** Measures looks at the chain. This contest runs alone, because it adds very many deposits. */
const ONCHAIN = 'onchain';

async function run(options: Options): Promise<Report> {
  const loadBefore = currentLoad();
  const { contests, gauges } = await measure(options);
  return { ...describeRun(loadBefore), contests, gauges };
}

type Measured = Pick<Report, 'contests' | 'gauges'>;

async function measure(options: Options): Promise<Measured> {
  const { names, isQuick, payments } = options;
  if (payments.length > 0) return { contests: [], gauges: await measureGrowth(payments) };
  if (names.includes(ON_LND)) {
    return { contests: await runOnLnd({}, LND_CONTESTS, options), gauges: [] };
  }
  if (names.includes(ADDRESS)) {
    const contests = await runOnLnd(OF_STRANGERS, ADDRESS_CONTESTS, options);
    const sizes = FLOOD_SIZES[isQuick ? 'quick' : 'full'];
    const gauges = await withLndStage({ ...OF_STRANGERS, SATCHEL_RATE_LIMIT: 'on' }, (stage) =>
      measureFlood(stage, sizes),
    );
    return { contests, gauges };
  }
  if (names.includes(ABUSE)) {
    const { entries, only } = options;
    const attacked = await onStage(UNDER_ATTACK, options, async (stage) => ({
      contests: [],
      gauges: await measureAbuse(stage, { entries, only, calls: isQuick ? 100 : 1000 }),
    }));
    if (doorsOf(only).length === 0) return attacked;
    const settings = { ...UNDER_ATTACK, ...STORING_SETTINGS };
    const stored = await onStage(settings, options, async (stage) => ({
      contests: [],
      gauges: await measureStoring(stage, only),
    }));
    return { contests: [], gauges: [...attacked.gauges, ...stored.gauges] };
  }
  if (names.includes(PROOF)) {
    return await onStage({}, options, async (stage) => ({
      contests: [],
      gauges: await measureProof(stage, PROOF_SIZES[isQuick ? 'quick' : 'full']),
    }));
  }
  if (names.includes(BACKUP)) {
    return await onStage({}, options, async (stage) => ({
      contests: [],
      gauges: await measureBackup(stage, BACKUP_SIZES[isQuick ? 'quick' : 'full']),
    }));
  }
  if (names.includes(ONCHAIN)) {
    return await onStage({ SATCHEL_ONCHAIN: 'off' }, options, async (stage) => ({
      contests: [],
      gauges: await measureOnchain(stage, WALLET_SIZES[isQuick ? 'quick' : 'full']),
    }));
  }
  if (names.includes(CLUSTER)) {
    return await withClusterStage(async (stage) => {
      const rows: ContestRow[] = [];
      for (const contest of CLUSTER_CONTESTS) {
        rows.push(...(await runContest(stage, contest, options)));
      }
      const calls = options.isQuick ? 2000 : 20_000;
      return { contests: rows, gauges: await measureClusterCpu(stage, calls) };
    });
  }
  if (names.includes(NWC)) {
    return await onStage(BEHIND_PROXY, options, (stage) => measureNwc(stage, options));
  }
  return await onStage(WITH_PRICES, options, (stage) => measureNamed(stage, options));
}

/**
 * Runs the work on a stage, and checks the books at the end, because speed counts for nothing if a
 * sat is lost.
 */
async function onStage(
  variables: Readonly<Record<string, string>>,
  options: Options,
  work: (stage: Stage) => Promise<Measured>,
): Promise<Measured> {
  const stage = await openStage({ ...profiling(options), ...variables });
  try {
    const measured = await work(stage);
    await stage.service.cli('books', 'check');
    return measured;
  } finally {
    await stage.close();
  }
}

async function measureNamed(stage: Stage, options: Options): Promise<Measured> {
  const has = (name: string): boolean => options.names.includes(name);
  const gauges: Gauge[] = [];
  if (has('idle')) gauges.push(...(await measureIdle(stage, options.idleSec)));
  const contests: ContestRow[] = [];
  for (const contest of [...CONTESTS, ...growthContests(options.entries)]) {
    if (has(contest.name)) contests.push(...(await runContest(stage, contest, options)));
  }
  if (has('webhook-latency')) gauges.push(...(await measureLatency(stage, options.isQuick)));
  if (has('webhook-claim')) gauges.push(...(await measureClaim(stage)));
  if (has('live')) gauges.push(...(await measureLive(stage, options.idleSec)));
  if (has('pages')) {
    const { entries, isQuick } = options;
    gauges.push(...(await measurePages(stage, { records: [10, 10_000, entries], isQuick })));
  }
  if (has('memory')) gauges.push(...(await measureResident(stage)));
  if (has('soak')) gauges.push(...(await soak(stage, options.soakSec)));
  return { contests, gauges };
}

async function measureNwc(stage: Stage, options: Options): Promise<Measured> {
  // This is measured first, before the process grows for other reasons.
  const waiting = await measureWaitingApps(stage, options.idleSec);
  const contests: ContestRow[] = [];
  for (const contest of NWC_CONTESTS) contests.push(...(await runContest(stage, contest, options)));
  const costs = await measureCpu(stage, options.isQuick ? 500 : 5000);
  return { contests, gauges: [...waiting, ...costs] };
}

/** With this setting, a header tells the network of each payer. */
const BEHIND_PROXY = { SATCHEL_TRUSTED_PROXIES: '127.0.0.1/32' };
/** With these settings, attackers with many networks call from the address of a trusted proxy. */
const UNDER_ATTACK = {
  SATCHEL_RATE_LIMIT: 'on',
  SATCHEL_TRUSTED_PROXIES: '127.0.0.3/32',
  SATCHEL_ADDRESS_DOMAIN: 'pay.example',
};
const OF_STRANGERS = { ...BEHIND_PROXY, SATCHEL_ADDRESS_DOMAIN: 'pay.example' };

async function runOnLnd(
  variables: Readonly<Record<string, string>>,
  contests: readonly Contest<LndStage>[],
  options: Options,
): Promise<readonly ContestRow[]> {
  return await withLndStage(variables, async (stage) => {
    const rows: ContestRow[] = [];
    for (const contest of contests) {
      if (isWanted(contest, options)) rows.push(...(await runContest(stage, contest, options)));
    }
    return rows;
  });
}

const isWanted = ({ name }: Pick<Contest, 'name'>, { only }: Options): boolean =>
  only.length === 0 || only.some((part) => name.includes(part));

const WARM_UP: Bout = { callers: 64, atLeast: null };

async function runContest<On>(
  stage: On,
  contest: Contest<On>,
  { callers, pace }: Options,
): Promise<readonly ContestRow[]> {
  const contestants = await contest.open(stage);
  try {
    const rows: ContestRow[] = [];
    // Code that has run only a few times is slow, which would distort the result of a single
    // caller.
    await runBout(contest, WARM_UP, contestants, { ...pace, rounds: 1 });
    for (const bout of contest.bouts) {
      if (callers !== null && !callers.includes(bout.callers)) continue;
      process.stderr.write(`${contest.work}, ${bout.callers} callers\n`);
      rows.push(await runBout(contest, bout, contestants, pace));
    }
    return rows;
  } finally {
    await contestants.close();
  }
}

const profiling = ({ profileFolder }: Options): Readonly<Record<string, string>> =>
  profileFolder === null ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` };

const APART = [ON_LND, ADDRESS, ABUSE, NWC, PROOF, BACKUP, ONCHAIN, CLUSTER];
const options = readOptions(process.argv.slice(2), NAMES, APART);
if (options === null) {
  process.stderr.write(`${USAGE}\nnames: ${NAMES.join(', ')}; apart: ${APART.join(', ')}\n`);
  process.exitCode = 2;
} else {
  const report = await run(options);
  const text = renderReport(report);
  process.stdout.write(`${options.asJson ? JSON.stringify(report, null, 2) : text}\n`);
  if (options.isRecorded) {
    appendFileSync(join(import.meta.dirname, 'results.md'), `\n${text}\n`);
  }
}
