/**
 * Starts the service of one tree of sources in a process of its own, and adds its users. All of
 * this is done by the code of that tree, whose schema may differ from ours.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as simulatedNetwork from '../src/lightning/simulator-client/simulated-network.ts';
import type * as networkProtocol from '../src/lightning/simulator-protocol/network-protocol.ts';
import type * as runningService from '../test/support/running-service.ts';
import type * as walletUser from '../test/support/wallet-user.ts';
import { createWebBrowser } from '../test/support/web-browser.ts';
import type { Scene, TreeOrder } from './profile/works.ts';

const EXTERNAL_NODE = 'alice';
const PASSWORD = 'correct horse battery';

const [order]: TreeOrder[] = await once(process, 'message');
assert(order !== undefined, 'there is an order');
/**
 * Loads the first of these files that exists, because older trees have some files in other places.
 */
const load = (...paths: readonly string[]) => {
  const path = paths.map((one) => join(order.folder, one)).find((one) => existsSync(one));
  assert(path !== undefined, `one of ${paths.join(', ')} is there`);
  return import(pathToFileURL(path).href);
};

const running: typeof runningService = await load('test/support/running-service.ts');
const users: typeof walletUser = await load('test/support/wallet-user.ts');
const network: typeof simulatedNetwork = await load(
  'src/lightning/simulator-client/simulated-network.ts',
  'src/adapters/simulated-network.ts',
);
const protocol: typeof networkProtocol = await load(
  'src/lightning/simulator-protocol/network-protocol.ts',
  'src/simulator/control/network-protocol.ts',
);

const service = await running.startService(order.variables);
process.once('disconnect', () => void service.dispose().then(() => process.exit(0)));
const payers = await users.addWalletUsers(service, order.people);
const payees = await users.addWalletUsers(service, order.people);
for (const payer of payers) await users.fund(service, payer, order.fundedSat);
const found = await network.runningNetwork(join(service.dataDir, protocol.SIMULATOR_FOLDER));
const external = found?.nodes.find(({ name }) => name === EXTERNAL_NODE);
assert(external !== undefined, 'the simulated network has an external node');

const [payer] = payers;
assert(payer !== undefined, 'someone pays');
const named = ['--email', payer.email, '--password', PASSWORD];
await service.runProgram('user', 'reset-password', ...named);

const scene: Scene = {
  baseUrl: service.baseUrl,
  servicePid: service.pid,
  payerTokens: payers.map(({ token }) => token),
  payeeTokens: payees.map(({ token }) => token),
  payerCookie: await signIn(service.baseUrl, payer.email),
  externalNode: { restUrl: external.restUrl, macaroonHex: external.macaroonHex, tlsCaPem: null },
};
process.send?.(scene);

/** Signs a user in like a browser, and returns the cookie of the session. */
async function signIn(baseUrl: string, email: string): Promise<string> {
  const browser = createWebBrowser();
  const address = `${baseUrl}/sign-in`;
  await browser.submit(await browser.get(address), address, { email, password: PASSWORD });
  return browser.cookies();
}
