import type { GrantGeneration } from '../authorization/app-grant.ts';
import type { Resource } from '../authorization/resource.ts';

/**
 * All tokens that were issued from one authorization code (RFC 9700, 4.14.2). They stand for one
 * device or browser in which the app was connected.
 */
export interface TokenFamily {
  readonly id: string;
  readonly begunAt: Date;
  /** When the token family was last used, for a refresh or a call, to the minute. */
  readonly lastUsedAt: Date;
  /**
   * When a refresh token of the family was used twice within a short time, so that it may be
   * stolen; null if never. The user's next consent to the app then ends the family.
   */
  readonly markedAt: Date | null;
}

export interface NewTokenFamily extends GrantGeneration {
  readonly id: string;
  /** The resource that all tokens of the family open (RFC 8707). */
  readonly resource: Resource;
  readonly begunAt: Date;
}

/** Port: token families of app grants that are in force, as users see them. */
export interface TokenFamilyStore {
  /** Lists up to `limit` families that can still be used, the most recently used first. */
  listFamilies(userId: string, at: FamiliesAt): Promise<readonly TokenFamily[]>;
  /** Ends a family; its tokens are refused from then on. False if the user has no such family. */
  endFamily(userId: string, familyId: string, at: Date): Promise<boolean>;
}

export interface FamiliesAt {
  readonly appGrantId: string;
  readonly at: Date;
  readonly limit: number;
}
