import type { ActionEnd, ActionKind, NewAction } from './operator-log/operator-action.ts';

export interface OperatorAction extends NewAction {
  readonly beganAt: Date;
  /** The admin who acted; null for a command. Of a closed account, only the identifier is left. */
  readonly admin: { readonly identifier: string; readonly accountName: string | null } | null;
  /** How the action ended; null while it goes on, or when its process died first. */
  readonly end: (ActionEnd & { readonly endedAt: Date }) | null;
}

export interface ActionQuery {
  /** The kind of actions to list; null for all kinds. */
  readonly kind: ActionKind | null;
  /** Whose actions to list: the identifier of an admin, or `command`; null for all. */
  readonly who: string | null;
  /** The id of the action behind which this page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Port: the log of operators' actions. An action that changes the database is logged by the store
 * that makes the change.
 */
export interface OperatorActionStore {
  /**
   * Logs that an action begins which takes more than one transaction; false if it was begun before.
   */
  begin(action: NewAction): Promise<boolean>;
  /** Logs the end of an action; a second call changes nothing. */
  end(id: string, end: ActionEnd): Promise<void>;
  /**
   * Lists orders of admins on pages that are not carried out yet, oldest first. Commands carry out
   * theirs themselves.
   */
  listOpen(kind: ActionKind, limit: number): Promise<readonly string[]>;
  /** Lists actions, newest first. */
  list(query: ActionQuery): Promise<readonly OperatorAction[]>;
  /**
   * Finds names of open accounts by id or identifier, and addresses of invited people by the hash
   * of their link.
   */
  findAccountNames(users: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lists the present admins. */
  listAdmins(limit: number): Promise<readonly { readonly identifier: string; name: string }[]>;
}

/** The value of the filter "by whom" that stands for commands. */
export const BY_COMMAND = 'command';
