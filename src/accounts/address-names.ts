import type { Result } from '../base/result.ts';

/**
 * Gives users the names of their lightning addresses, when an operator orders it. This file may not
 * import the feature `address`, so `src/app` passes the implementation in.
 */
export interface AddressNames {
  /**
   * Checks whether a new user could have an address name. An empty text stands for no name, which
   * is always accepted.
   */
  checkFree(text: string): Promise<Result<void, NoSuchName>>;
  /** Gives a user an address name. An empty text takes the present name away. */
  give(userId: string, text: string): Promise<Result<unknown, NoSuchName>>;
  /** Finds the lightning address of a user, as `name@domain`; null while they have none. */
  findAddress(userId: string): Promise<string | null>;
}

export interface NoSuchName {
  /** Says in a sentence for the operator why the address name was refused. */
  readonly message: string;
}
