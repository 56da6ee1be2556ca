/**
 * Looks at the chain in a process of its own, as the service does, and reports what each look took.
 */
import { request } from 'undici';
import { sat } from '../../src/base/amount.ts';
import { openDatabase } from '../../src/database/db.ts';
import { openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { lookAtChain, newLookMemory } from '../../src/onchain/look-at-chain.ts';
import { createDepositStore } from '../../src/onchain/sql/deposit-store.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { WITHOUT_WITHDRAWALS } from '../../test/support/onchain/without-withdrawals.ts';

const [url = '', restUrl = '', pubkey = ''] = process.argv.slice(2);
const log = createLogger({ clock, level: 'silent', format: 'json', write: () => undefined });
const database = openDatabase({ url, clock, random, applicationName: 'bench-look' });
const deps = {
  chainWallet: openLndChainWallet({ restUrl, macaroonHex: '00', tlsCaPem: null, clock }),
  deposits: createDepositStore(database),
  node: { pubkey, alias: 'bench', network: 'regtest' as const },
  clock,
  random,
  log,
  ...WITHOUT_WITHDRAWALS,
  rules: {
    confirmations: [{ fromSat: sat(0n), confirmations: 3 }],
    minReceiveSat: sat(10_000n),
    minSendSat: sat(5000n),
    maxFeeRate: 200n,
  },
};
const memory = newLookMemory();

export interface LookCost {
  readonly ms: number;
  readonly cpuMs: number;
  readonly residentMb: number;
}

async function measureLook(isWhole: boolean): Promise<LookCost> {
  const cpu = process.cpuUsage();
  const begunMs = performance.now();
  const outcome = await lookAtChain(deps, { fence: 1n, isWhole, memory });
  if (outcome !== 'looked') throw new Error(`the look ended as ${outcome}`);
  const ms = performance.now() - begunMs;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, residentMb: process.memoryUsage().rss / 1e6 };
}

process.on('message', (order) => {
  void (async () => {
    if (order === 'mine') await request(`${restUrl}/mine`);
    process.send?.(await measureLook(order === 'whole'));
  })();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
