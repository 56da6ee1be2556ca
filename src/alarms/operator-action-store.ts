import type { ActionEnd, ActionKind, NewAction } from './operator-log/operator-action.ts';

export interface OperatorAction extends NewAction {
  readonly beganAt: Date;
  /**
   * The admin who acted; null for a command. If their account was closed, only the identifier is
   * left.
   */
  readonly admin: { readonly identifier: string; readonly accountName: string | null } | null;
  /** How the action ended; null while it goes on, or if the process died before the end. */
  readonly end: (ActionEnd & { readonly endedAt: Date }) | null;
}

export interface ActionQuery {
  /** The kind of actions to list; null to list all kinds. */
  readonly kind: ActionKind | null;
  /** Whose actions to list: the identifier of an admin, or `command`; null to list everyone's. */
  readonly who: string | null;
  /** The id of the action after which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Port: the log of operators' actions. An action that is one change of the database is not logged
 * here, but by the store that makes the change, in the same transaction.
 */
export interface OperatorActionStore {
  /**
   * Logs that an action begins that takes more than one transaction; false if an action with this
   * id was begun before.
   */
  begin(action: NewAction): Promise<boolean>;
  /** Logs the end of an action. A second call for the same action changes nothing. */
  end(id: string, end: ActionEnd): Promise<void>;
  /**
   * Lists orders that admins gave on pages and that were not carried out yet, oldest first. Orders
   * by commands are left out, because each command carries out its own.
   */
  listOpen(kind: ActionKind, limit: number): Promise<readonly string[]>;
  /** Lists logged actions, newest first. */
  list(query: ActionQuery): Promise<readonly OperatorAction[]>;
  /**
   * Finds names of open accounts by id or identifier, and the addresses of invited people by the
   * hash of their link.
   */
  findAccountNames(users: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lists the users who are admins now. */
  listAdmins(limit: number): Promise<readonly { readonly identifier: string; name: string }[]>;
}

/** The value of the filter "by whom" that stands for actions by commands. */
export const BY_COMMAND = 'command';
