import { openLndChainSpending, SPEND_CALLS } from '../../lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS, openLndChainWallet } from '../../lightning/lnd/chain-wallet.ts';
import { missingRights, permissionFor } from '../../lightning/lnd/missing-rights.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import type { AppContext } from '../context/app-context.ts';
import { accessByPurpose } from './access-by-purpose.ts';

/**
 * Connects to the node's bitcoin wallet for users' bitcoin addresses; null if these are switched
 * off. If the macaroon does not allow it, addresses stay off and the log says why, because
 * Lightning works without them. A macaroon may allow only receiving, which an operator may intend.
 */
export async function connectChain(
  context: Pick<AppContext, 'config' | 'clock' | 'log' | 'accessWatch'>,
): Promise<Onchain | null> {
  const { onchain, lightning } = context.config;
  const { chain } = accessByPurpose(context);
  if (onchain === null || chain === null) return null;
  const { macaroonFile: _, ...rules } = onchain;
  const remedy = REMEDIES[lightning.kind];
  try {
    const options = await chain();
    const lacking = await missingRights(options, [...CHAIN_CALLS, ...SPEND_CALLS]);
    const missing = lacking.filter((right) => CHAIN_RIGHTS.has(right));
    const forSending = lacking.filter((right) => !CHAIN_RIGHTS.has(right));
    if (missing.length > 0) {
      context.log.warn(
        { missing, remedy },
        'bitcoin addresses are off: their macaroon lacks permissions',
      );
      return null;
    }
    if (forSending.length > 0) {
      context.log.warn(
        { missing: forSending, remedy },
        'sending to bitcoin addresses is off: the macaroon cannot spend',
      );
    }
    const chainSpending = forSending.length > 0 ? null : openLndChainSpending(options);
    return { chainWallet: openLndChainWallet(options), chainSpending, rules };
  } catch (error) {
    context.log.warn({ error, node: lightning.kind }, 'bitcoin addresses are off');
  }
  return null;
}

const CHAIN_RIGHTS: ReadonlySet<string> = new Set(CHAIN_CALLS.map(permissionFor));

const REMEDIES = {
  lnd: 'docs/onchain.md has the commands that bake it',
  managed: 'stop Satchel, run `satchel node setup`, which bakes one that has them, and start again',
  simulated: 'the simulated network is that of an older Satchel: stop it with `satchel sim stop`',
} as const;

export async function closeChain({ chainWallet, chainSpending }: Onchain): Promise<void> {
  await chainSpending?.close();
  await chainWallet.close();
}
