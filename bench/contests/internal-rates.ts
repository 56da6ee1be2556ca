import { launchService, serve } from '../../test/crash/service-process.ts';
import { freePort } from '../../test/support/running-service.ts';
import type { Contest } from '../contest.ts';
import { openHttpClient } from '../http-client.ts';
import { payInternally } from './internal.ts';

/**
 * Measures what the limits on rate and memory cost a payment. The benchmark switches them off
 * otherwise, and all installations have them. Users pay in turns, so that none comes near a limit.
 */
export const internalRates: Contest = {
  name: 'internal-rates',
  work: 'internal payments with the default limits on rate and memory',
  bouts: [
    { callers: 16, atLeast: null },
    { callers: 64, atLeast: null },
  ],
  yardstick: 'the same without these limits',
  async open(stage) {
    await using opened = new AsyncDisposableStack();
    // Both are processes of role `api`, so that they differ in nothing else.
    const payAt = async (limits: 'on' | 'off') => {
      const env = {
        ...stage.service.env,
        SATCHEL_DATABASE_URL: stage.beside.serviceUrl,
        SATCHEL_MIGRATE_DATABASE_URL: stage.beside.ownerUrl,
        SATCHEL_PORT: String(await freePort()),
        SATCHEL_RATE_LIMIT: limits,
      };
      const cwd = stage.service.dataDir;
      const launched = launchService({ role: 'api', program: 'real', env, cwd });
      opened.defer(() => launched.kill('SIGTERM'));
      await serve(launched);
      const http = openHttpClient(`http://127.0.0.1:${env.SATCHEL_PORT}`);
      opened.defer(() => http.close());
      return payInternally({ http, beside: stage.beside }, stage.payers, stage.payees);
    };
    const sides = { ours: await payAt('on'), yardstick: await payAt('off') };
    const all = opened.move();
    return { ...sides, close: () => all.disposeAsync() };
  },
};
