import type { GrantGeneration } from '../authorization/app-grant.ts';
import type { Resource } from '../authorization/resource.ts';

/**
 * A family of tokens that follow from one code (RFC 9700, 4.14.2): one device or browser in which
 * an app was connected.
 */
export interface TokenFamily {
  readonly id: string;
  readonly begunAt: Date;
  /** The last use for a refresh or a call, to the minute. */
  readonly lastUsedAt: Date;
  /**
   * The time when a refresh token was used twice within the grace time; the next consent to the app
   * ends the family.
   */
  readonly markedAt: Date | null;
}

export interface NewTokenFamily extends GrantGeneration {
  readonly id: string;
  /** The resource of all of its tokens. */
  readonly resource: Resource;
  readonly begunAt: Date;
}

/** Port: token families of live app grants, as users see them. */
export interface TokenFamilyStore {
  /** Lists families that are still usable, most recently used first, up to `limit`. */
  listFamilies(userId: string, at: FamiliesAt): Promise<readonly TokenFamily[]>;
  /**
   * Ends a family, whose tokens are refused from this moment. False if the user has no such live
   * one.
   */
  endFamily(userId: string, familyId: string, at: Date): Promise<boolean>;
}

export interface FamiliesAt {
  readonly appGrantId: string;
  readonly at: Date;
  readonly limit: number;
}
