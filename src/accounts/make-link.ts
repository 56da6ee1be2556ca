/** Makes a one-time link, of which only a hash is stored. */

import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import { hashToken } from '../authorization/personal-token.ts';
import { bytesToHex } from '../base/hex.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkAddress, newLinkToken } from './link-address.ts';
import type { LinkKind, NewLink } from './link-store.ts';

export type MakeLinkDeps = Pick<AccountDeps, 'links' | 'authUrl' | 'clock' | 'random'>;

export interface LinkOrder extends Partial<Omit<NewLink, 'tokenHash' | 'createdAt' | 'expiresAt'>> {
  readonly kind: LinkKind;
  readonly lifeMs: number;
  /**
   * Makes the entry for the log of operators' actions, if an operator makes the link. The log names
   * the link by `linkId`, which does not open it.
   */
  readonly actionOf?: (linkId: string) => NewAction;
}

export interface MadeLink {
  readonly tokenHash: Uint8Array;
  /** The URL that the person opens. Anyone who has it can use the link, once. */
  readonly address: string;
  readonly expiresAt: Date;
}

export async function makeLink(
  { links, authUrl, clock, random }: MakeLinkDeps,
  { lifeMs, actionOf, ...order }: LinkOrder,
): Promise<MadeLink> {
  const token = newLinkToken(random);
  const tokenHash = hashToken(token);
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  const link = {
    userId: null,
    email: null,
    makesAdmin: false,
    removesSecondFactor: false,
    ...order,
    tokenHash,
    createdAt,
    expiresAt,
  };
  await links.insertLink(link, actionOf?.(bytesToHex(tokenHash)));
  return { tokenHash, address: linkAddress(authUrl(), order.kind, token), expiresAt };
}
