import { join } from 'node:path';
import type { DrillServer } from '../support/drill-server.ts';
import { cutOff, promote, untilFollowed } from '../support/drill-standby.ts';
import { openCommands } from '../support/service-commands.ts';
import type { GoingBackDatabase } from './going-back-database.ts';
import type { Installation } from './installation.ts';

/** How an earlier state takes the place of the database. */
export type WayBack =
  /** Started as it is: nothing in it tells. */
  | 'a base backup'
  /** Promoted without the last commits: a new timeline. */
  | 'a standby'
  /** `satchel backup` and `satchel restore`; no service runs meanwhile, as the manual says. */
  | 'a restored backup';

export interface EarlierState {
  /**
   * A server of this state, soon after the present one was killed; no one reaches it yet.
   * `serveKilled` lets that one serve its files again.
   */
  serve(serveKilled: () => Promise<DrillServer>): Promise<DrillServer>;
}

/** Keeps the database as it is now, while everything goes on. */
export async function captureEarlier(
  installation: Installation,
  database: GoingBackDatabase,
  way: WayBack,
): Promise<EarlierState> {
  switch (way) {
    case 'a base backup':
      return await takeBaseBackup(database);
    case 'a standby':
      return await cutOffStandby(database);
    case 'a restored backup':
      return await writeBackup(installation, database);
  }
}

async function takeBaseBackup({ folder, server }: GoingBackDatabase): Promise<EarlierState> {
  const copy = await folder.startFiles(await server.baseBackup());
  return { serve: async () => copy };
}

async function cutOffStandby({ server }: GoingBackDatabase): Promise<EarlierState> {
  const standby = await server.startStandby();
  await untilFollowed(server);
  await cutOff(standby);
  return {
    serve: async () => {
      await promote(standby);
      return standby;
    },
  };
}

async function writeBackup(
  { env, dataDir }: Installation,
  { gate }: GoingBackDatabase,
): Promise<EarlierState> {
  const file = join(dataDir, 'earlier.backup.gz');
  const commands = openCommands(env, dataDir);
  await commands.cli('backup', file);
  return {
    serve: async (serveKilled) => {
      const killed = await serveKilled();
      await killed.run(async (sql) => {
        await sql`drop database satchel`;
        await sql`create database satchel owner satchel_owner`;
      }, 'postgres');
      gate.open(killed.port);
      await commands.cli('restore', file);
      await commands.close();
      gate.close();
      return killed;
    },
  };
}
