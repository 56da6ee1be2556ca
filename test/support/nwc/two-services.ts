import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { testDatabase } from '../database.ts';
import { textField } from '../fields.ts';
import { databaseVariables, type RunningService, startService } from '../running-service.ts';
import { nodeOf } from '../simulated-lnd.ts';
import { addWalletUser, fund, type WalletUser } from '../wallet-user.ts';
import { type Cleanup, openRelayApp, type RelayApp } from './relay-app.ts';

/** Two services on one database and one node, as behind a load balancer. */
export interface TwoServices {
  /** The first service, which owns the node. */
  readonly first: RunningService;
  readonly second: RunningService;
  /** A user with 50,000 sat. */
  readonly user: WalletUser;
  /** The app of the user, connected to the first service. */
  readonly app: RelayApp;
  readonly relays: { readonly first: string; readonly second: string };
  /** Makes an invoice of someone outside. */
  bill(amountSat: number): Promise<string>;
}

export async function openTwoServices(
  cleanup: Cleanup,
  variables: Readonly<Record<string, string>> = {},
): Promise<TwoServices> {
  const shared = {
    ...databaseVariables(await testDatabase(cleanup)),
    SATCHEL_SECRET_KEY: 'ab'.repeat(32),
    ...variables,
  };
  const first = await startService(shared);
  cleanup.after(() => first.dispose());
  const second = await startService({ ...shared, ...(await nodeOf(first)) });
  cleanup.after(async () => {
    await second.end('SIGTERM');
    await rm(second.dataDir, { recursive: true });
  });
  const user = await addWalletUser(first);
  await fund(first, user, 50_000);
  const added = await first.cli('nwc', 'add', '--user', user.email);
  return {
    first,
    second,
    user,
    app: await openRelayApp(cleanup, textField(added, 'uri')),
    relays: { first: relayOf(first), second: relayOf(second) },
    bill: async (amountSat) => {
      const made = await (await first.simulator()).invoice({ amountSat });
      assert(made.ok);
      return made.value.paymentRequest;
    },
  };
}

const relayOf = ({ baseUrl }: RunningService): string => `${baseUrl.replace(/^http/, 'ws')}/relay`;
