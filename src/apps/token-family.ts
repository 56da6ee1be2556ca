import type { GrantGeneration } from '../authorization/app-grant.ts';
import type { Resource } from '../authorization/resource.ts';

/**
 * The tokens that follow from one code (RFC 9700, 4.14.2), which stand for one device or browser in
 * which an app was connected.
 */
export interface TokenFamily {
  readonly id: string;
  readonly begunAt: Date;
  /** When the family was last used for a refresh or a call, to the minute. */
  readonly lastUsedAt: Date;
  /**
   * When a refresh token of the family was used twice within the grace time; the user's next
   * consent to the app then ends the family. Null if never.
   */
  readonly markedAt: Date | null;
}

export interface NewTokenFamily extends GrantGeneration {
  readonly id: string;
  /** The resource of all tokens of the family. */
  readonly resource: Resource;
  readonly begunAt: Date;
}

/** Port: token families of app grants in force, as users see them. */
export interface TokenFamilyStore {
  /** Lists families that are still usable, most recently used first, up to `limit`. */
  listFamilies(userId: string, at: FamiliesAt): Promise<readonly TokenFamily[]>;
  /**
   * Ends a family, whose tokens are refused from this moment. False if the user has no such family.
   */
  endFamily(userId: string, familyId: string, at: Date): Promise<boolean>;
}

export interface FamiliesAt {
  readonly appGrantId: string;
  readonly at: Date;
  readonly limit: number;
}
