import assert from 'node:assert/strict';
import { payInternally } from '../contests/internal.ts';
import type { Gauge } from '../footprint.ts';
import { readFamilyCpuMs, readProcessUsage } from '../process-usage.ts';
import { runWindow } from '../window.ts';
import type { ClusterStage } from './cluster-stage.ts';

const CALLERS = 64;

/** Measures what an internal payment costs each part of a cluster. */
export async function measureClusterCpu(
  stage: ClusterStage,
  calls: number,
): Promise<readonly Gauge[]> {
  const http = stage.callersOf(1);
  const act = await payInternally({ ...stage, http }, stage.payers, stage.payees)(calls);
  const before = await readUsage(stage);
  await runWindow({ calls, callers: CALLERS }, act);
  const after = await readUsage(stage);
  const gauge = (name: string, unit: string, value: number): Gauge => ({
    name: `an internal payment, ${CALLERS} callers: ${name}`,
    value: value / calls,
    unit,
    atMost: null,
  });
  return [
    gauge('CPU of the api process', 'µs', 1000 * (after.apiMs - before.apiMs)),
    gauge('CPU of the primary', 'µs', 1000 * (after.primaryMs - before.primaryMs)),
    gauge('CPU of each standby', 'µs', 1000 * (after.standbyMs - before.standbyMs)),
    gauge('CPU of the proxy', 'µs', 1000 * (after.proxyMs - before.proxyMs)),
    gauge('WAL', 'kB', (after.walBytes - before.walBytes) / 1000),
  ];
}

async function readUsage({ cluster, apiPid, beside }: ClusterStage) {
  const { primary, standbys, proxy } = await cluster.pids();
  const [row] = await beside.database.query(
    (sql) => sql<{ bytes: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`,
  );
  const [api, proxyUsage] = [await readProcessUsage(apiPid), await readProcessUsage(proxy)];
  assert(row !== undefined && api !== null && proxyUsage !== null, 'the kernel counts');
  const ofStandbys = await Promise.all(standbys.map(readFamilyCpuMs));
  return {
    apiMs: api.cpuMs,
    primaryMs: await readFamilyCpuMs(primary),
    standbyMs: ofStandbys.reduce((sum, cpuMs) => sum + cpuMs, 0) / standbys.length,
    proxyMs: proxyUsage.cpuMs,
    walBytes: row.bytes,
  };
}
