import { Fault } from './fault.ts';

/**
 * A row has disappeared while a call waited for it: the database was restored to an earlier state,
 * an invoice of a lightning address was removed an hour after it expired, or an account was closed.
 */
export class RowGone extends Fault {
  override readonly name = 'RowGone';
  readonly isTransient = false;
}
