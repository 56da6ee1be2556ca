/** Builds lists of settled and unsettled payments or invoices, for apps that show both together. */

import { debitSat, type Sat } from '../base/amount.ts';
import { accept, type Result } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { isoTime } from '../base/wire-time.ts';
import type { HistoryQuery, HistoryStore } from '../history/history-store.ts';
import { beginHistory, type HistoryPart } from '../history/list-history.ts';
import type { PendingRecordsStore } from '../history/pending-records-store.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';
import { renderInvoice } from '../ledger/settled-record.ts';
import type { WalletRecord } from '../ledger/wallet-record.ts';
import type { HistoryRefusal } from '../ledger/wallet-refusals.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type {
  ChainTransaction,
  ChainTransactionStore,
  MovedQuery,
} from '../onchain/chain-transaction-store.ts';
import type { ListThrottle } from '../web/rate-limits/list-throttle.ts';
import { asUser, type Turns } from '../web/rate-limits/turns.ts';
import { MAX_LNDHUB_LIST_ITEMS } from './limits.ts';

export interface ListWithOpenDeps {
  readonly history: HistoryStore;
  readonly pendingRecords: PendingRecordsStore;
  readonly chainTransactions: Pick<ChainTransactionStore, 'listMoved'>;
  readonly node: NodeIdentity;
  /** Pauses between the parts of a long list, so that its user cannot occupy the service. */
  readonly listThrottle: ListThrottle;
  /**
   * Queues the work of each user, so that one user's long list does not delay the calls of others.
   */
  readonly turns: Pick<Turns, 'part'>;
}

export interface ListIncomingInput {
  readonly userId: string;
  /** The signal that aborts when the client has closed the connection. */
  readonly hangUp: AbortSignal;
  readonly limit: number;
}

type Listed<Shown> = Result<readonly Shown[], HistoryRefusal>;

/**
 * Lists received money and unpaid invoices, newest first. Records may be large, so of each one only
 * the result of `show` is kept.
 */
export async function listIncoming<Shown>(
  deps: ListWithOpenDeps,
  { userId, hangUp, limit }: ListIncomingInput,
  show: (record: WalletRecord, kind: MovementKind) => Shown,
): Promise<Listed<Shown>> {
  const place = (record: WalletRecord, kind: MovementKind): Placed<Shown> => ({
    identifier: record.identifier,
    createdAt: record.created_at,
    shown: show(record, kind),
  });
  // Unpaid invoices are read first: one that settles in between is then found twice, and never
  // missed.
  const unpaid = await deps.pendingRecords.listUnpaidInvoices(userId, limit);
  const open = unpaid.map((invoice) =>
    place(readRecord(renderInvoice(invoice, deps.node)), 'bolt11'),
  );
  const page = { userId, hangUp, direction: 'incoming', limit, offset: 0 } as const;
  const settled = await readSettled(deps, page, place);
  if (!settled.ok) return settled;
  const known = new Set(settled.value.map(({ identifier }) => identifier));
  const all = [...settled.value, ...open.filter(({ identifier }) => !known.has(identifier))];
  return accept(newestFirst(all, 0, limit));
}

interface Placed<Shown> {
  readonly identifier: string;
  /** The time of creation in UTC and ISO 8601, because texts of this form sort by time. */
  readonly createdAt: string;
  readonly shown: Shown;
}

function newestFirst<Shown>(
  all: readonly Placed<Shown>[],
  offset: number,
  limit: number,
): readonly Shown[] {
  const sorted = all.toSorted((a, b) => compareTexts(b.createdAt, a.createdAt));
  return sorted.slice(offset, offset + limit).map(({ shown }) => shown);
}

export interface ListOutgoingInput extends ListIncomingInput {
  readonly offset: number;
  /** Whether received on-chain deposits are listed among payments, as in the original LndHub. */
  readonly hasArrived: boolean;
}

export type OutgoingEntry =
  | { readonly kind: 'open'; readonly payment: Payment; readonly amountSat: Sat }
  | { readonly kind: 'settled'; readonly record: WalletRecord; readonly movement: MovementKind }
  | { readonly kind: 'chain'; readonly transaction: ChainTransaction };

/**
 * Lists payments that are under way, followed by settled payments and on-chain transactions merged
 * by time, newest first.
 */
export async function listOutgoing<Shown>(
  deps: ListWithOpenDeps,
  { userId, hangUp, limit, offset, hasArrived }: ListOutgoingInput,
  show: (entry: OutgoingEntry) => Shown,
): Promise<Listed<Shown>> {
  const open = await deps.pendingRecords.listOpenPayments(userId, MAX_OPEN_SHOWN);
  const shownOpen = open.slice(offset, offset + limit).map((payment) => ({
    identifier: payment.identifier,
    shown: show({ kind: 'open', payment, amountSat: debitSat(payment.amountMsat) }),
  }));
  const left = {
    limit: limit - shownOpen.length,
    offset: Math.max(0, offset - open.length),
  };
  const reach = left.limit === 0 ? 0 : Math.min(left.offset + left.limit, MAX_LNDHUB_LIST_ITEMS);
  const chain = await readMoved(deps, { userId, hasArrived, hasSent: true, limit: reach }, show);
  // On-chain transactions and settled payments are merged after both were read. All of these
  // transactions may be newer than the page and take places before it, so settled payments are read
  // from as many places earlier in their list.
  const ahead = Math.min(left.offset, chain.length);
  const part = { limit: left.limit === 0 ? 0 : left.limit + ahead, offset: left.offset - ahead };
  const page = { userId, hangUp, direction: 'outgoing', ...part } as const;
  const settled = await readSettled(deps, page, (record, movement) => ({
    identifier: record.identifier,
    createdAt: record.created_at,
    shown: show({ kind: 'settled', record, movement }),
  }));
  if (!settled.ok) return settled;
  const known = new Set(settled.value.map(({ identifier }) => identifier));
  const stillOpen = shownOpen.filter(({ identifier }) => !known.has(identifier));
  return accept([
    ...stillOpen.map(({ shown }) => shown),
    ...newestFirst([...settled.value, ...chain], ahead, left.limit),
  ]);
}

/** The most payments under way that are listed; few users have any. */
const MAX_OPEN_SHOWN = 200;

async function readMoved<Shown>(
  { chainTransactions }: Pick<ListWithOpenDeps, 'chainTransactions'>,
  query: MovedQuery,
  show: (entry: OutgoingEntry) => Shown,
): Promise<readonly Placed<Shown>[]> {
  const moved = query.limit === 0 ? [] : await chainTransactions.listMoved(query);
  return moved.map((transaction) => {
    const { identifier, createdAt } =
      transaction.type === 'incoming'
        ? { ...transaction.deposit, createdAt: transaction.deposit.seenAt }
        : transaction.withdrawal;
    const shown = show({ kind: 'chain', transaction });
    return { identifier, createdAt: isoTime(createdAt), shown };
  });
}

async function readSettled<Shown>(
  deps: ListWithOpenDeps,
  { hangUp, ...page }: SettledPage,
  show: (record: WalletRecord, kind: MovementKind) => Shown,
): Promise<Listed<Shown>> {
  if (page.limit === 0) return accept([]);
  const all: Shown[] = [];
  let length = 0;
  /**
   * Keeps the result of `show` for a part of the records. Returns the function that reads the next
   * part.
   */
  const keep = async ({ bodies, more }: HistoryPart): Promise<HistoryPart['more']> => {
    const records = bodies.map(readRecord);
    const identifiers = records.map(({ identifier }) => identifier);
    const kinds = await deps.history.readKinds(page.userId, identifiers);
    for (const record of records) {
      const kind = kinds.get(record.identifier);
      if (kind === undefined) throw new RowGone('a record is not in the database any more');
      all.push(show(record, kind));
    }
    length = bodies.reduce((sum, body) => sum + body.length, 0);
    return more;
  };
  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    deps.turns.part(asUser(page.userId), work, hangUp);
  const begun = await queued(async () => {
    const first = await beginHistory(deps, { ...ALL, ...page });
    return first.ok ? accept(await keep(first.value)) : first;
  });
  if (!begun.ok) return begun;
  for (let more = begun.value; more !== null; ) {
    const read = more;
    await deps.listThrottle(page.userId, length, hangUp);
    more = await queued(async () => await keep(await read()));
  }
  return accept(all);
}

interface SettledPage extends Pick<HistoryQuery, 'userId' | 'direction' | 'limit' | 'offset'> {
  readonly hangUp: AbortSignal;
}

const ALL = {
  createdAfter: null,
  createdBefore: null,
  since: null,
  before: null,
  settledSince: null,
};

const readRecord = (body: string): WalletRecord => JSON.parse(body);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
