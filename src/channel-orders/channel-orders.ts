/** Channels that operators buy by LSPS1 (bLIP 51), so that users can receive over them. */

import { addressRules } from '../base/address-rules.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Context } from '../config/context.ts';
import { type FollowOrdersDeps, followOrders } from './follow-orders.ts';
import { openProviderClient } from './http/provider-client.ts';
import { FOLLOW_EVERY_SEC } from './limits.ts';

export const channelOrderJobs = (deps: FollowOrdersDeps): Jobs => ({
  'follow-channel-orders': {
    work: (_, signal) => followOrders(deps, signal),
    everySec: FOLLOW_EVERY_SEC,
  },
});

export type ChannelProvider = ReturnType<typeof openChannelProvider>;

/**
 * Opens the client that asks providers for offers. Close it after the last question.
 *
 * @param proposed The URL of a provider on this machine that may be asked as well and is proposed;
 *   null for none.
 */
export function openChannelProvider({ config, clock }: Context, proposed: string | null) {
  const here = proposed === null ? [] : [new URL(proposed).hostname];
  const addresses = addressRules([...config.outboundAllow, ...here]);
  return {
    provider: openProviderClient({ addresses, clock }),
    providerRules: { addresses },
    proposedProvider: proposed,
  };
}
