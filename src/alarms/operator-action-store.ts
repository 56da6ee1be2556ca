import type { ActionEnd, ActionKind, NewAction } from './operator-log/operator-action.ts';

export interface OperatorAction extends NewAction {
  readonly beganAt: Date;
  /** Null for commands; of one whose account is closed, the identifier alone is left. */
  readonly admin: { readonly identifier: string; readonly accountName: string | null } | null;
  /** Null while it goes on, or when its process died before the end was written. */
  readonly end: (ActionEnd & { readonly endedAt: Date }) | null;
}

export interface ActionQuery {
  /** Null for all. */
  readonly kind: ActionKind | null;
  /** Identifier of an admin, `command`, or null for all. */
  readonly who: string | null;
  /** Id of the action behind which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Port: the log of what operators do. What is in the database is logged by the store that does it.
 */
export interface OperatorActionStore {
  /** Before something whose effect takes more than one transaction; false if it began before. */
  begin(action: NewAction): Promise<boolean>;
  /** The first end stays. */
  end(id: string, end: ActionEnd): Promise<void>;
  /** What admins ordered on pages and is not done yet, oldest first. Commands do it themselves. */
  listOpen(kind: ActionKind, limit: number): Promise<readonly string[]>;
  /** Newest first. */
  list(query: ActionQuery): Promise<readonly OperatorAction[]>;
  /**
   * What open accounts are called, by the id or identifier that was asked for, and the addresses of
   * those who are invited, by the hash of their link.
   */
  findAccountNames(users: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The admins that there are now. */
  listAdmins(limit: number): Promise<readonly { readonly identifier: string; name: string }[]>;
}

/** The value of the filter "by whom" that stands for commands. */
export const BY_COMMAND = 'command';
