import { testDatabase } from '../database.ts';
import { textField } from '../fields.ts';
import { databaseVariables, type RunningService, startService } from '../running-service.ts';
import { addWalletUser, type WalletUser } from '../wallet-user.ts';
import { type Cleanup, openRelayApp, type RelayApp } from './relay-app.ts';

/** The whole program with its relay, a user, and an app of this user. */
export interface RelayStage {
  readonly service: RunningService;
  readonly relay: string;
  readonly ann: WalletUser;
  /** The app of Ann. */
  readonly app: RelayApp;
  /** Adds a connection by the command, and returns what the command prints. */
  add(user: WalletUser, ...options: string[]): Promise<unknown>;
  connect(user: WalletUser, ...options: string[]): Promise<RelayApp>;
  /** Counts the rows of requests. */
  countRows(): Promise<number>;
}

export async function openRelayStage(cleanup: Cleanup): Promise<RelayStage> {
  const database = await testDatabase(cleanup);
  const service = await startService(databaseVariables(database));
  cleanup.after(() => service.dispose());
  const add = (user: WalletUser, ...options: string[]): Promise<unknown> =>
    service.cli('nwc', 'add', '--user', user.email, ...options);
  const connect = async (user: WalletUser, ...options: string[]): Promise<RelayApp> =>
    await openRelayApp(cleanup, textField(await add(user, ...options), 'uri'));
  const ann = await addWalletUser(service);
  return {
    service,
    relay: `${service.baseUrl.replace(/^http/, 'ws')}/relay`,
    ann,
    app: await connect(ann),
    add,
    connect,
    countRows: async () => {
      const [row] = await database.database.query(
        (sql) => sql<{ count: number }[]>`select count(*)::int as count from nwc_request`,
      );
      return row?.count ?? -1;
    },
  };
}
