import type { Caller } from './caller.ts';

/**
 * A token that this process has used before and remembers, with what the database needs to tell
 * whether it is still in force. Everything that the process remembers of it holds exactly as long.
 */
export interface RememberedToken {
  readonly hash: Uint8Array;
  /** The time of the token's row, by which it differs from any other row with this hash. */
  readonly version: string;
}

/** A caller as this process remembers them, whose token was not looked at yet. */
export interface RememberedCaller {
  readonly caller: Caller;
  readonly token: RememberedToken;
}
