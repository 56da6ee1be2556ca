import type { ChainSpending } from '../../lightning/chain-spending.ts';
import { openLndChainSpending, SPEND_CALLS } from '../../lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS, openLndChainWallet } from '../../lightning/lnd/chain-wallet.ts';
import { missingRights } from '../../lightning/lnd/missing-rights.ts';
import type { LndNodeOptions } from '../../lightning/lnd/node.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import type { AppContext } from '../context/app-context.ts';
import { accessByPurpose } from './access-by-purpose.ts';

/**
 * Connects to the node's bitcoin wallet for users' bitcoin addresses; null if these are switched
 * off. If the macaroon does not allow it, addresses stay off and the log says why, because
 * Lightning works without them.
 */
export async function connectChain(context: AppContext): Promise<Onchain | null> {
  const { onchain, lightning } = context.config;
  const { chain } = accessByPurpose(context);
  if (onchain === null || chain === null) return null;
  const { macaroonFile: _, ...rules } = onchain;
  try {
    const options = await chain();
    const missing = await missingRights(options, CHAIN_CALLS);
    if (missing.length === 0) {
      const chainSpending = await connectSpending(context, options);
      return { chainWallet: openLndChainWallet(options), chainSpending, rules };
    }
    const remedy = REMEDIES[lightning.kind];
    context.log.warn(
      { missing, remedy },
      'bitcoin addresses are off: their macaroon lacks permissions',
    );
  } catch (error) {
    context.log.warn({ error, node: lightning.kind }, 'bitcoin addresses are off');
  }
  return null;
}

/**
 * Connects to spend bitcoin of the node's wallet. Null if the macaroon allows only receiving, which
 * an operator may intend.
 */
async function connectSpending(
  { config, log }: AppContext,
  options: LndNodeOptions,
): Promise<ChainSpending | null> {
  const missing = await missingRights(options, SPEND_CALLS);
  if (missing.length === 0) return openLndChainSpending(options);
  const remedy = REMEDIES[config.lightning.kind];
  log.warn({ missing, remedy }, 'sending to bitcoin addresses is off: the macaroon cannot spend');
  return null;
}

const REMEDIES = {
  lnd: 'docs/onchain.md has the commands that bake it',
  managed: 'stop Satchel, run `satchel node setup`, which bakes one that has them, and start again',
  simulated: 'the simulated network is that of an older Satchel: stop it with `satchel sim stop`',
} as const;

export async function closeChain({ chainWallet, chainSpending }: Onchain): Promise<void> {
  await chainSpending?.close();
  await chainWallet.close();
}
