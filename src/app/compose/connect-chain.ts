import { CHAIN_CALLS, openLndChainWallet } from '../../lightning/lnd/chain-wallet.ts';
import { missingRights } from '../../lightning/lnd/missing-rights.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import type { AppContext } from '../context/app-context.ts';
import { accessByPurpose } from './access-by-purpose.ts';

/**
 * Connects to the chain for bitcoin addresses; null where they are off. If the macaroon does not
 * allow them they stay off, and the log says why: Lightning works without them.
 */
export async function connectChain(context: AppContext): Promise<Onchain | null> {
  const { onchain, lightning } = context.config;
  const { chain } = accessByPurpose(context);
  if (onchain === null || chain === null) return null;
  const { macaroonFile: _, ...rules } = onchain;
  try {
    const options = await chain();
    const missing = await missingRights(options, CHAIN_CALLS);
    if (missing.length === 0) return { chainWallet: openLndChainWallet(options), rules };
    context.log.warn({ missing }, 'bitcoin addresses are off: their macaroon lacks permissions');
  } catch (error) {
    context.log.warn({ error, node: lightning.kind }, 'bitcoin addresses are off');
  }
  return null;
}
