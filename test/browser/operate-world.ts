import assert from 'node:assert/strict';
import { openDatabase } from '../../src/database/db.ts';
import type { Language } from '../../src/i18n/language.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { breakOperate } from '../support/operate/break-operate.ts';
import { fillOperate } from '../support/operate/fill-operate.ts';
import { type OperateSite, withOperateSite } from '../support/operate/operate-site.ts';
import { type Account, type BrowserWorld, startBrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';

/**
 * An installation as operators see it, on its way from bad to worse: it begins empty. No worker
 * runs, so that what hangs stays as it is.
 */
export interface OperateWorld extends Pick<BrowserWorld, 'authUrl' | 'service' | 'close'> {
  /** The window of an admin. */
  readonly window: WatchedWindow;
  readonly account: Account;
  /** The operator reads pages in this language from now on. */
  speak(language: Language): Promise<void>;
  /** Many users, and something in every list. */
  fill(): Promise<void>;
  /** Cover is lost, the books do not balance, payments over the node are stopped. */
  lose(): Promise<void>;
  /** The node no longer answers. */
  leave(): Promise<void>;
}

export async function startOperateWorld(): Promise<OperateWorld> {
  const world = await startBrowserWorld({ role: 'api' });
  const { service, authUrl } = world;
  const account = await world.addPerson('Olga Operator', 'olga@example.com');
  const window = await world.signedIn(account);
  const change = (work: (site: OperateSite) => Promise<void>) => changeRows(service.env, work);
  return {
    service,
    authUrl,
    window,
    account,
    speak: (language) =>
      change(async ({ owner }) => {
        await owner`update wallet_user set language = ${language} where email = ${account.email}`;
      }),
    close: () => world.close(),
    fill: () => change(fillOperate),
    lose: () => change(breakOperate),
    leave: async () => {
      const ended = await (await service.simulator()).shutdown();
      assert(ended.ok, 'the simulated network ends');
    },
  };
}

async function changeRows(
  env: NodeJS.ProcessEnv,
  work: (site: OperateSite) => Promise<void>,
): Promise<void> {
  const database = openDatabase({
    url: env['SATCHEL_DATABASE_URL'] ?? '',
    applicationName: 'satchel test',
    clock: systemClock,
    random: systemRandom,
  });
  try {
    const ownerUrl = env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '';
    await withOperateSite({ database, ownerUrl }, work);
  } finally {
    await database.close();
  }
}
