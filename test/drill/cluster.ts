import type { OwnDatabase } from '../crash/own-database.ts';
import { openTcpGate, type TcpGate } from '../lnd/tcp-gate.ts';
import { type DrillFolder, type DrillServer, makeDrillFolder } from '../support/drill-server.ts';
import { promote, waitForStandbys } from '../support/drill-standby.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../support/throw-away-server.ts';

/** A primary and its standby behind one address, as a manager of clusters would keep them. */
export interface Cluster extends OwnDatabase {
  readonly folder: DrillFolder;
  /** Stands for the proxy: the address that the service knows. */
  readonly gate: TcpGate;
  /** Of the moment. */
  primary: DrillServer;
  standby: DrillServer;
}

/** Writes are acknowledged once the standby has them. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = await makeDrillFolder(dataDir);
  try {
    const primary = await folder.startPrimary();
    const standby = await primary.startStandby();
    await waitForStandbys(primary, 'standby');
    const gate = await openTcpGate(primary.port);
    const address = `127.0.0.1:${gate.port}`;
    return {
      folder,
      gate,
      primary,
      standby,
      serviceUrl: databaseUrl(address, 'service', TEMPLATE_DATABASE),
      ownerUrl: databaseUrl(address, 'owner', TEMPLATE_DATABASE),
      close: async (keepsFiles) => {
        await gate.dispose();
        await folder.dispose(keepsFiles);
      },
    };
  } catch (error) {
    await folder.dispose(true);
    throw error;
  }
}

/**
 * The primary dies and the standby takes its place; `meanwhile` goes on while no one serves. What
 * is left has no standby any more and waits for none.
 */
export async function failOver(
  cluster: Cluster,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  await cluster.primary.kill();
  cluster.gate.close();
  await meanwhile();
  await promote(cluster.standby);
  cluster.primary = cluster.standby;
  cluster.gate.open(cluster.primary.port);
}

/** How many writes of the service wait for the standby. */
export async function countWaiting(server: DrillServer, of = ''): Promise<number> {
  return await server.run(async (sql) => {
    const rows = await sql`
      select from pg_stat_activity
      where wait_event = 'SyncRep' and application_name like ${`${of}%`}`;
    return rows.length;
  });
}
