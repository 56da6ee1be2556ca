import type { Result } from '../base/result.ts';

/**
 * Gives users the names of their lightning addresses, by order of the operator. The feature
 * `address` may not be imported here, so `app` passes this in.
 */
export interface AddressNames {
  /**
   * Checks whether a new user could have an address name. An empty text asks for none, and passes.
   */
  checkFree(text: string): Promise<Result<void, NoSuchName>>;
  /** Gives a user an address name; an empty text gives up the one that they have. */
  give(userId: string, text: string): Promise<Result<unknown, NoSuchName>>;
  /** The lightning address of a user, as `name@domain`; null while they have none. */
  findAddress(userId: string): Promise<string | null>;
}

export interface NoSuchName {
  /** A sentence for the operator that says why the name was refused. */
  readonly message: string;
}
