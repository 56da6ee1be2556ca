import {
  type ActivityEntry,
  type ActivityPosition,
  type ActivityQuery,
  type ActivityStore,
  NEWEST_ACTIVITY,
  type SearchRefusal,
  type WaitingInvoice,
} from './activity-store.ts';
import { type MergedActivity, mergeActivity } from './merge-activity.ts';

export interface ReadActivityInput extends Omit<ActivityQuery, 'before' | 'isFirstPage'> {
  /** The position in the list after which the page begins; null for the first page. */
  readonly before: ActivityPosition | null;
}

export interface ActivityPage extends MergedActivity {
  /** Deposits and payments under way. They stand above the entries that have ended. */
  readonly pending: readonly ActivityEntry[];
  /** Open invoices, which stand above the deposits and payments under way. */
  readonly waiting: readonly WaitingInvoice[];
}

/** Reads one page of a user's activity: all money that moved or was meant to move. */
export async function readActivity(
  { activity }: { readonly activity: Pick<ActivityStore, 'list'> },
  input: ReadActivityInput,
): Promise<ActivityPage | SearchRefusal> {
  const before = input.before ?? NEWEST_ACTIVITY;
  const parts = await activity.list({ ...input, before, isFirstPage: input.before === null });
  if (typeof parts === 'string') return parts;
  const { deposits, pending, waiting } = parts;
  const onWay = [...deposits, ...pending];
  return { ...mergeActivity(parts, before, input.limit), pending: onWay, waiting };
}

/** The filters of a query that lists everything. */
export const ALL_ACTIVITY = {
  direction: 'both',
  state: 'all',
  grantId: null,
  from: null,
  to: null,
  minAmountSat: null,
  text: null,
} as const;
