import { Fault } from './fault.ts';

/**
 * A row has disappeared while someone waited for it: the database has gone back to an earlier
 * state, an invoice of an address was removed an hour after it expired, or an account was closed.
 */
export class RowGone extends Fault {
  override readonly name = 'RowGone';
  readonly isTransient = false;
}
