import type { GrantGeneration } from '../authorization/app-grant.ts';
import type { Resource } from '../authorization/resource.ts';

/**
 * All tokens that follow from one code (RFC 9700, 4.14.2): one device or browser in which an app
 * was connected.
 */
export interface TokenFamily {
  readonly id: string;
  readonly begunAt: Date;
  /** When it was last used for a refresh or a call, to the minute. */
  readonly lastUsedAt: Date;
  /**
   * When a refresh token was used twice within the grace time; the next consent to the app ends it.
   */
  readonly markedAt: Date | null;
}

export interface NewTokenFamily extends GrantGeneration {
  readonly id: string;
  /** What all of its tokens are for. */
  readonly resource: Resource;
  readonly begunAt: Date;
}

/** Port: families as users see them, of live app grants. */
export interface TokenFamilyStore {
  /** Families still usable, most recently used first, up to `limit`. */
  listFamilies(userId: string, at: FamiliesAt): Promise<readonly TokenFamily[]>;
  /** Refuses the family's tokens from this moment. False if the user has no such live family. */
  endFamily(userId: string, familyId: string, at: Date): Promise<boolean>;
}

export interface FamiliesAt {
  readonly appGrantId: string;
  readonly at: Date;
  readonly limit: number;
}
