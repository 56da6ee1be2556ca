import { Gauge, type Registry } from 'prom-client';
import type { OpenAlarmStore } from '../../alarms/open-alarm-store.ts';
import type { BackupReport } from '../../backups/backup-run-store.ts';
import { cacheFor } from '../../base/cache-for.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_COUNTED } from '../../base/limits.ts';
import type { PaymentStop } from '../../node/payment-stop.ts';
import type { PaymentStopStore } from '../../node/payment-stop-store.ts';
import { lowerOf } from '../../outflow/outflow-limits.ts';
import type { OutflowStore, OutflowView } from '../../outflow/outflow-store.ts';
import { hasLimits } from '../../outflow/read-limits.ts';
import type { CheckpointStore } from '../../proof/checkpoint-store.ts';
import { STALE_GAUGE_MS } from '../gauges/gauge-limits.ts';
import type { GaugeSample, GaugeStore } from '../gauges/gauge-store.ts';

/**
 * Where the metrics of the whole installation come from. They are absent while the database is
 * down.
 */
export interface InstallationSources {
  readonly clock: Clock;
  readonly gauges: Pick<GaugeStore, 'findNewest'>;
  readonly stops: Pick<PaymentStopStore, 'listStops' | 'lastBooksCheck'>;
  readonly paymentStop: PaymentStop;
  readonly outflow: Pick<OutflowStore, 'read'>;
  readonly openAlarms: Pick<OpenAlarmStore, 'countOpenByKind'>;
  readonly proofs: Pick<CheckpointStore, 'findNewest'>;
  readonly readBackups: () => Promise<BackupReport>;
  /** Whether the database has refused writes of this process a short time ago. */
  readonly refusesWrites: () => boolean;
  /**
   * The number of pages whose browsers are connected to this process and hear of changes in their
   * wallet.
   */
  readonly liveStreams: () => number;
  readonly versions: { readonly satchel: string; readonly nodejs: string };
}

/**
 * The time for which one reading is used, so that one scrape by Prometheus reads everything only
 * once.
 */
const KEEP_MS = 1000;

/**
 * Values of a metric by the value of its only label; the key is '' for a metric without a label.
 */
type Values = Readonly<Record<string, bigint | number>>;

export function addInstallationMetrics(registry: Registry, sources: InstallationSources): void {
  const add: Add = (name, help, label, read) =>
    void new Gauge({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers: [registry],
      async collect() {
        const values = (await read().catch(() => null)) ?? {};
        // A label value that was reported before and no longer exists must disappear from the
        // metrics.
        this.reset();
        if (label === null) this.remove();
        for (const [key, value] of Object.entries(values)) {
          this.set(label === null ? {} : { [label]: key }, Number(value));
        }
      },
    });
  addSampleMetrics(add, sources);
  addStopMetrics(add, sources);
  addOutflowMetrics(add, sources);
  add('satchel_proof_timestamp', 'When what is owed was last proven', null, async () =>
    timestamp((await sources.proofs.findNewest())?.checkpoint.time ?? null),
  );
  addBackupMetrics(add, sources);
  add('satchel_live_streams', 'Pages of this process that follow their wallet', null, async () =>
    only(sources.liveStreams()),
  );
  add(
    'satchel_database_refuses_writes',
    'Whether the database refused writes of this process within the last minute',
    null,
    async () => only(sources.refusesWrites() ? 1 : 0),
  );
  const info = new Gauge({
    name: 'satchel_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  info.set({ version: sources.versions.satchel, node: sources.versions.nodejs }, 1);
}

type Add = (
  name: string,
  help: string,
  label: string | null,
  read: () => Promise<Values | null>,
) => void;

/**
 * Adds metrics that are read from the newest stored sample, so that a scrape does not call the
 * node.
 */
function addSampleMetrics(add: Add, { clock, gauges }: InstallationSources): void {
  const newest = cacheFor(clock, KEEP_MS, () => gauges.findNewest());
  const fresh = async (): Promise<GaugeSample | null> => {
    const sample = await newest();
    const isOld =
      sample === null || clock.now().getTime() - sample.takenAt.getTime() > STALE_GAUGE_MS;
    return isOld ? null : sample;
  };
  add('satchel_owed_msat', 'What the node must be able to cover', 'part', async () => {
    const sample = await fresh();
    if (sample === null) return null;
    const { owedMsat, heldMsat, unclaimedMsat } = sample;
    const wallets = owedMsat - heldMsat - unclaimedMsat;
    return { wallets, held: heldMsat, unclaimed: unclaimedMsat };
  });
  add('satchel_unclaimed_msat', 'Money that arrived and belongs to no one yet', null, async () => {
    const sample = await fresh();
    return sample === null ? null : only(sample.unclaimedMsat);
  });
  add('satchel_node_msat', 'What the node holds; absent while it is away', 'side', async () => {
    const node = (await fresh())?.node ?? null;
    if (node === null) return null;
    return { owned: node.ownedMsat, local: node.localMsat, remote: node.remoteMsat };
  });
  add(
    'satchel_covered',
    '1 if the node holds what is owed, absent while it is away',
    null,
    async () => {
      const sample = await fresh();
      if (sample === null || sample.node === null) return null;
      return only(sample.node.ownedMsat >= sample.owedMsat ? 1 : 0);
    },
  );
  add('satchel_users', 'Users, including those who are switched off', null, async () => {
    const sample = await fresh();
    return sample === null ? null : only(sample.users);
  });
}

function addStopMetrics(add: Add, sources: InstallationSources): void {
  const { clock, stops, paymentStop, openAlarms } = sources;
  const lastBooks = cacheFor(clock, KEEP_MS, () => stops.lastBooksCheck());
  add('satchel_outside_stopped', '1 while nothing leaves over the node', 'reason', async () => {
    const stored = (await stops.listStops()).map(({ reason }) => reason);
    const here = paymentStop.stopReason() !== null && stored.length === 0;
    const is = (reason: string): number => (stored.some((one) => one === reason) ? 1 : 0);
    return {
      restored: is('restored'),
      database_changed: is('database_changed'),
      books: is('books'),
      operator: is('operator'),
      outflow: is('outflow'),
      lockdown: is('lockdown'),
      this_process: here ? 1 : 0,
    };
  });
  add('satchel_alarms_open', 'Alarms that no one has acknowledged', 'kind', async () =>
    Object.fromEntries(await openAlarms.countOpenByKind(MAX_COUNTED)),
  );
  add('satchel_books_findings', 'Findings of the last check of the books', null, async () => {
    const books = await lastBooks();
    return books === null ? null : only(books.findingsCount);
  });
  add('satchel_books_checked_timestamp', 'When the books were last checked', null, async () =>
    timestamp((await lastBooks())?.checkedAt ?? null),
  );
}

/**
 * Adds metrics of the limits on what leaves. Without limits nothing is counted, and they are
 * absent.
 */
function addOutflowMetrics(add: Add, { clock, outflow }: InstallationSources): void {
  const view = cacheFor(clock, KEEP_MS, () => outflow.read());
  const limited = async () => {
    const found = await view();
    const limits = lowerOf(found.settings, found.chosen);
    return found.mode === 'off' || !hasLimits(limits) ? null : { found, limits };
  };
  add('satchel_outflow_sat', 'What has left within a window, fees included', 'window', async () => {
    const known = await limited();
    return (
      known && { hour: upToSat(known.found.sentHourMsat), day: upToSat(known.found.sentDayMsat) }
    );
  });
  add('satchel_outflow_limit_sat', 'The limits on what leaves, in sats', 'limit', async () => {
    const known = await limited();
    if (known === null) return null;
    const { hourSat, daySat, netDaySat, singleSat } = known.limits;
    return {
      ...(hourSat !== null && { hour: hourSat }),
      ...(daySat !== null && { day: daySat }),
      ...(netDaySat !== null && { net_day: netDaySat }),
      ...(singleSat !== null && { single: singleSat }),
    };
  });
}

const upToSat = (amountMsat: OutflowView['sentDayMsat']): bigint => (amountMsat + 999n) / 1000n;

function addBackupMetrics(add: Add, { clock, readBackups }: InstallationSources): void {
  const backups = cacheFor(clock, KEEP_MS, readBackups);
  add('satchel_backup_timestamp', 'When the newest verified backup was taken', null, async () =>
    timestamp((await backups()).status.newest?.takenAt ?? null),
  );
  add('satchel_backup_every_seconds', 'How often one is due; absent if never', null, async () => {
    const { everySec } = await backups();
    return everySec === null ? null : only(everySec);
  });
}

const only = (value: bigint | number): Values => ({ '': value });

/** A time as seconds since 1970, which is the format for Prometheus. */
const timestamp = (time: Date | null): Values | null =>
  time === null ? null : only(time.getTime() / 1000);
