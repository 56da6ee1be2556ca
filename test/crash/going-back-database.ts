import { openTcpGate, type TcpGate } from '../lnd/tcp-gate.ts';
import { type DrillFolder, type DrillServer, makeDrillFolder } from '../support/drill-server.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../support/throw-away-server.ts';
import type { OwnDatabase } from './own-database.ts';

/** A database whose server is one of several behind one address. */
export interface GoingBackDatabase extends OwnDatabase {
  readonly folder: DrillFolder;
  /** The address that the service knows. */
  readonly gate: TcpGate;
  /** Serves now, or did so last. */
  server: DrillServer;
}

export async function openGoingBackDatabase(dataDir: string): Promise<GoingBackDatabase> {
  const folder = await makeDrillFolder(dataDir);
  try {
    const server = await folder.startPrimary();
    const gate = await openTcpGate(server.port);
    const address = `127.0.0.1:${gate.port}`;
    return {
      folder,
      gate,
      server,
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
