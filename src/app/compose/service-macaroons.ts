import type { ServiceMacaroons } from '../../admin/commands/rotate.ts';
import { bytesToHex } from '../../base/hex.ts';
import { SPEND_CALLS } from '../../lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../lightning/lnd/chain-wallet.ts';
import { openLndMacaroonBakery } from '../../lightning/lnd/macaroon-bakery.ts';
import { MANAGEMENT_CALLS } from '../../lightning/lnd/management.ts';
import { WANTED_CALLS } from '../../lightning/lnd/missing-rights.ts';
import type { MacaroonBakery } from '../../lightning/macaroon-bakery.ts';
import { nodeFolder } from '../../managed-lnd/io/node-folder.ts';
import { openMacaroonFile } from '../../node/io/macaroon-file.ts';
import type { MacaroonFile } from '../../node/rotate-macaroons.ts';
import type { AppContext } from '../context/app-context.ts';
import { accessByPurpose } from './access-by-purpose.ts';
import { identifyNode } from './identify-node.ts';

/** The macaroons that this service uses, for their rotation; null for a simulated node. */
export function serviceMacaroons(
  context: AppContext,
  stores: Parameters<typeof identifyNode>[2],
): ServiceMacaroons | null {
  const files = macaroonFiles(context.config);
  if (files === null) return null;
  const { payments, management } = accessByPurpose(context);
  return {
    files,
    isManaged: management !== null,
    openBakery: async (given) => {
      const { restUrl, tlsCaPem, clock, macaroonHex } = await (management ?? payments)();
      const opened = given === null ? macaroonHex : bytesToHex(given);
      const bakery = openLndMacaroonBakery({ restUrl, tlsCaPem, clock, macaroonHex: opened });
      return await identified(context, stores, bakery);
    },
  };
}

async function identified(
  context: AppContext,
  stores: Parameters<typeof identifyNode>[2],
  bakery: MacaroonBakery,
): Promise<MacaroonBakery> {
  try {
    await identifyNode(context, bakery, stores);
    return bakery;
  } catch (error) {
    await bakery.close();
    throw error;
  }
}

/**
 * The calls for bitcoin addresses. An operator may have baked a macaroon with which users only
 * receive, and the new one allows no more.
 */
const chainCalls = (permissions: readonly string[]): readonly string[] =>
  permissions.some((permission) => SPENDS.includes(permission))
    ? [...CHAIN_CALLS, ...SPEND_CALLS]
    : CHAIN_CALLS;

const SPENDS: readonly string[] = ['onchain:write', 'uri:/walletrpc.WalletKit/PublishTransaction'];

/** The files of the service's macaroons, that for payments first. */
function macaroonFiles({
  lightning,
  onchain,
  dataDir,
}: AppContext['config']): readonly MacaroonFile[] | null {
  const payments = (path: string) =>
    openMacaroonFile({ purpose: 'payments', path, callsFor: () => WANTED_CALLS });
  const chain = (path: string) =>
    openMacaroonFile({ purpose: 'chain', path, callsFor: chainCalls });
  switch (lightning.kind) {
    case 'simulated':
      return null;
    case 'lnd': {
      const chainFile = onchain?.macaroonFile ?? null;
      return [payments(lightning.macaroonFile), ...(chainFile === null ? [] : [chain(chainFile)])];
    }
    case 'managed': {
      const folder = nodeFolder(dataDir);
      const path = folder.managementMacaroonFile;
      return [
        payments(folder.macaroonFile),
        chain(folder.chainMacaroonFile),
        openMacaroonFile({ purpose: 'management', path, callsFor: () => MANAGEMENT_CALLS }),
      ];
    }
  }
}
