import { formatChannelPoint } from '../lightning/channel-point.ts';
import type { NodeLedger, NodeOpening, NodeSpend } from '../lightning/node-ledger.ts';
import type { LedgerFinding, LedgerMemory } from './ledger-finding.ts';
import type { LedgerEntry, NodeLedgerStore } from './node-ledger-store.ts';

export interface FindStrangeSpendsDeps {
  readonly nodeLedger: Pick<NodeLedger, 'spends' | 'sweeps' | 'openings'>;
  readonly ledgerEntries: Pick<
    NodeLedgerStore,
    'findKnown' | 'findUnknownWithdrawals' | 'findOpened' | 'listBegunOpenings'
  >;
}

export interface SpendSearch {
  readonly fromHeight: number;
  readonly hasGoneBack: boolean;
  /**
   * Whether it is the address where operators keep what the service does not need. Who sends
   * bitcoin there steals nothing, whatever they use for it.
   */
  readonly isCold: (address: string) => boolean;
}

export const spendEntry = ({ txid }: NodeSpend): LedgerEntry => ({
  kind: 'transaction',
  subject: txid,
});

/** Whether a transaction pays anything to others. Otherwise only its fee has left the wallet. */
export const paysOthers = ({ paid }: NodeSpend): boolean =>
  paid.some(({ amountSat }) => amountSat > 0n);

/** Finds transactions by which the wallet has paid others without an order of this service. */
export async function findStrangeSpends(
  deps: FindStrangeSpendsDeps,
  memory: Pick<LedgerMemory, 'fine' | 'awaited'>,
  { fromHeight, hasGoneBack, isCold }: SpendSearch,
): Promise<readonly LedgerFinding[]> {
  const isOfOperators = ({ paid }: NodeSpend): boolean =>
    paid.every(({ address }) => address !== null && isCold(address));
  const listed = (await deps.nodeLedger.spends(fromHeight)).filter(
    (spend) => paysOthers(spend) && !isOfOperators(spend),
  );
  const unjudged = listed.filter(({ txid }) => !memory.fine.has(txid));
  const rest = unjudged.length === 0 ? [] : await withoutKnown(deps, unjudged);
  const unswept = await withoutSweeps(deps, rest, fromHeight);
  const { strange: unopened, openings } = await withoutOpenings(deps, unswept);
  const strange = await withoutLost(deps, memory, unopened, hasGoneBack);
  const doubtful = new Set(unopened.map(({ txid }) => txid));
  memory.fine = new Set(listed.flatMap(({ txid }) => (doubtful.has(txid) ? [] : [txid])));
  return strange.map((spend) => ({
    entry: spendEntry(spend),
    detail: describe(spend, openings),
    isTheft: true,
  }));
}

async function withoutKnown(
  { ledgerEntries }: FindStrangeSpendsDeps,
  spends: readonly NodeSpend[],
): Promise<readonly NodeSpend[]> {
  const known = await ledgerEntries.findKnown(spends.map(spendEntry));
  return spends.filter(({ txid }) => !known.has(txid));
}

/**
 * Leaves out what LND collects from closed channels by itself. Mostly that pays the wallet alone.
 * But for a payment that was in progress, LND adds a coin of the wallet for the fee to an input
 * that is not of the wallet, and pays the next transaction of the channel. LND keeps a list of its
 * sweeps, which no caller can extend; their label, which anyone can choose, proves nothing.
 */
async function withoutSweeps(
  { nodeLedger }: FindStrangeSpendsDeps,
  spends: readonly NodeSpend[],
  fromHeight: number,
): Promise<readonly NodeSpend[]> {
  if (spends.every(({ isOnlyOurs }) => isOnlyOurs)) return spends;
  const sweeps = await nodeLedger.sweeps(fromHeight);
  return spends.filter(({ txid, isOnlyOurs }) => isOnlyOurs || !sweeps.has(txid));
}

interface Unopened {
  readonly strange: readonly NodeSpend[];
  readonly openings: readonly NodeOpening[];
}

/**
 * Leaves out transactions that pay nothing but channels that operators have opened here. The order
 * is stored before the node hears of it, and the funding output only once the node has answered. So
 * until then, and if the answer was lost, peer and amount of the channel count.
 */
async function withoutOpenings(
  { nodeLedger, ledgerEntries }: FindStrangeSpendsDeps,
  spends: readonly NodeSpend[],
): Promise<Unopened> {
  if (spends.length === 0) return { strange: [], openings: [] };
  const openings = await nodeLedger.openings();
  const begun = await ledgerEntries.listBegunOpenings(MAX_BEGUN);
  const isBegun = ({ peerPubkey, capacitySat }: NodeOpening): boolean =>
    begun.some((order) => order.peerPubkey === peerPubkey && order.amountSat === capacitySat);
  const opened = new Set([
    ...(await ledgerEntries.findOpened(spends.flatMap(pointsOf))),
    ...openings.filter(isBegun).map(({ channelPoint }) => formatChannelPoint(channelPoint)),
  ]);
  const strange = spends.filter((spend) => !pointsOf(spend).every((point) => opened.has(point)));
  return { strange, openings };
}

/** The most orders to open a channel without a known outcome that are compared. */
const MAX_BEGUN = 100;

/** The outputs that pay others, as funding outputs of channels are written. */
const pointsOf = ({ txid, paid }: NodeSpend): readonly string[] =>
  paid
    .filter(({ amountSat }) => amountSat > 0n)
    .map(({ index }) => formatChannelPoint({ txid, outputIndex: index }));

/**
 * Leaves out what this service has sent and its database has lost. The label of such a transaction
 * is ours, and the look at the chain raises an alarm of its own. While the database has gone back,
 * the label is believed, as payments are stopped already. Otherwise the look at the chain has some
 * time to store what it finds. Anyone can choose such a label, so then the transaction is strange.
 */
async function withoutLost(
  { ledgerEntries }: FindStrangeSpendsDeps,
  memory: Pick<LedgerMemory, 'awaited'>,
  spends: readonly NodeSpend[],
  hasGoneBack: boolean,
): Promise<readonly NodeSpend[]> {
  const identifiers = spends.flatMap(({ label }) => identifierOf(label) ?? []);
  const unknown =
    identifiers.length === 0
      ? new Set<string>()
      : await ledgerEntries.findUnknownWithdrawals(identifiers);
  const earlier = memory.awaited;
  const awaited = new Map<string, number>();
  const strange = spends.filter(({ txid, label }) => {
    const identifier = identifierOf(label);
    if (identifier === null) return true;
    if (hasGoneBack || unknown.has(identifier)) return false;
    const looks = (earlier.get(txid) ?? 0) + 1;
    awaited.set(txid, looks);
    return looks > LOOKS_AWAITED;
  });
  memory.awaited = awaited;
  return strange;
}

const LOOKS_AWAITED = 2;

/** The identifier in the label of a withdrawal, or of a higher fee for one; null for others. */
const identifierOf = (label: string): string | null =>
  /^satchel(?:-fee)?:([A-Za-z0-9]{24})$/.exec(label)?.[1] ?? null;

function describe({ txid, paid }: NodeSpend, openings: readonly NodeOpening[]): string {
  const sumSat = paid.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  const opening = openings.find(({ channelPoint }) => channelPoint.txid === txid);
  const address = paid.find((output) => output.address !== null)?.address;
  const whereTo =
    opening === undefined
      ? `to ${address ?? 'a script without an address'}`
      : `into a channel with ${opening.peerPubkey}`;
  const more = paid.length > 1 ? ` and ${paid.length - 1} more` : '';
  return (
    `the wallet of the node has paid ${sumSat} sat ${whereTo}${more} by the transaction ${txid}, ` +
    'which this service did not order'
  );
}
