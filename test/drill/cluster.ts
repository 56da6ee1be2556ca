import type { OwnDatabase } from '../crash/own-database.ts';
import { openTcpGate, type TcpGate } from '../lnd/tcp-gate.ts';
import { type DrillFolder, type DrillServer, makeDrillFolder } from '../support/drill-server.ts';
import { promote, waitForStandbys } from '../support/drill-standby.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../support/throw-away-server.ts';

/** Each standby has this name, one after the other. */
export const STANDBY = 'standby';

/** A primary and its standby behind one address, as a manager of clusters would keep them. */
export interface Cluster extends OwnDatabase {
  readonly folder: DrillFolder;
  /** Stands for the proxy: the address that the service knows. */
  readonly gate: TcpGate;
  /** The server that is the primary now. */
  primary: DrillServer;
  standby: DrillServer;
}

/** Writes are acknowledged once the standby has them. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = await makeDrillFolder(dataDir);
  try {
    const primary = await folder.startPrimary();
    const standby = await primary.startStandby(STANDBY);
    await waitForStandbys(primary, STANDBY);
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
 * The primary dies and the standby takes its place; `meanwhile` goes on while no one serves. Then
 * the new primary gets a standby, without which it acknowledges nothing.
 */
export async function failOver(
  cluster: Cluster,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  await cluster.primary.kill();
  cluster.gate.close();
  await meanwhile();
  const promoted = await promoteStandby(cluster);
  cluster.primary = promoted;
  cluster.gate.open(promoted.port);
  cluster.standby = await promoted.startStandby(STANDBY);
}

/** The address still leads to where it led. */
export async function promoteStandby({ standby }: Cluster): Promise<DrillServer> {
  await promote(standby, STANDBY);
  return standby;
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
