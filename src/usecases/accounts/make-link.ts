import { hashToken } from '../../access/personal-token.ts';
import { linkAddress, newLinkToken } from '../../account/link-address.ts';
import type { LinkKind, NewLink } from '../../account/link-store.ts';
import type { AccountDeps } from './account-deps.ts';

export type MakeLinkDeps = Pick<AccountDeps, 'links' | 'authUrl' | 'clock' | 'random'>;

export interface LinkOrder extends Partial<Omit<NewLink, 'tokenHash' | 'createdAt' | 'expiresAt'>> {
  readonly kind: LinkKind;
  readonly lifeMs: number;
}

export interface MadeLink {
  /** Anyone who has it may use it, once. */
  readonly address: string;
  readonly expiresAt: Date;
}

export async function makeLink(
  { links, authUrl, clock, random }: MakeLinkDeps,
  { lifeMs, ...order }: LinkOrder,
): Promise<MadeLink> {
  const token = newLinkToken(random);
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  await links.insertLink({
    userId: null,
    email: null,
    makesAdmin: false,
    removesSecondFactor: false,
    ...order,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt,
  });
  return { address: linkAddress(authUrl(), order.kind, token), expiresAt };
}
