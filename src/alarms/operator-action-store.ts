import type { ActionEnd, ActionKind, NewAction } from './operator-log/operator-action.ts';

export interface OperatorAction extends NewAction {
  readonly beganAt: Date;
  /** The admin; null for commands. Of a closed account, the identifier alone is left. */
  readonly admin: { readonly identifier: string; readonly accountName: string | null } | null;
  /**
   * The end of the action; null while it goes on, or when its process died before it was written.
   */
  readonly end: (ActionEnd & { readonly endedAt: Date }) | null;
}

export interface ActionQuery {
  /** The kind of actions; null for all. */
  readonly kind: ActionKind | null;
  /** The identifier of an admin, `command`, or null for all. */
  readonly who: string | null;
  /** Id of the action behind which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Port: the log of operators' actions. What changes the database is logged by the store that
 * changes it.
 */
export interface OperatorActionStore {
  /** Logs the beginning of an action whose effect takes more than one transaction. */
  begin(action: NewAction): Promise<void>;
  /** Logs the end of an action; the first end stays. */
  end(id: string, end: ActionEnd): Promise<void>;
  /**
   * Lists orders of admins on pages that are not done yet, oldest first. Commands do theirs
   * themselves.
   */
  listOpen(kind: ActionKind, limit: number): Promise<readonly string[]>;
  /** Lists actions, newest first. */
  list(query: ActionQuery): Promise<readonly OperatorAction[]>;
  /**
   * Finds names of open accounts, by the id or identifier that was asked for, and addresses of
   * invited people, by the hash of their link.
   */
  findAccountNames(users: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lists the present admins. */
  listAdmins(limit: number): Promise<readonly { readonly identifier: string; name: string }[]>;
}

/** The value of the filter "by whom" that stands for commands. */
export const BY_COMMAND = 'command';
