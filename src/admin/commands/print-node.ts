import { debitSat, type Msat, type Sat } from '../../base/amount.ts';
import { formatChannelPoint } from '../../lightning/channel-point.ts';
import type { WalletBalance } from '../../lightning/node-management.ts';
import type { NodeDifference } from '../../node/comparison-store.ts';
import type { ManagedNode } from '../read-managed-node.ts';
import type { Comparing, NodeReport, NodeStanding } from '../read-node-report.ts';

/** The output of `satchel node`, for programs and for people. */
export const presentReport = (report: NodeReport) => ({
  node: report.node === null ? null : presentNode(report.node),
  pending_payments: {
    count: report.pending.length,
    held_sat: Number(heldSat(report)),
    oldest_at: oldestOf(report)?.toISOString() ?? null,
  },
  solvency: {
    covered: report.solvency.isCovered,
    node_msat: report.solvency.ownedMsat === null ? null : String(report.solvency.ownedMsat),
    owed_msat: String(report.solvency.owedMsat),
    wallets_msat: String(report.solvency.walletsMsat),
    held_not_in_flight_msat: String(report.solvency.heldNotInFlightMsat),
    unclaimed_msat: String(report.solvency.unclaimedMsat),
  },
  books:
    report.books === null
      ? null
      : {
          ok: report.books.findingsCount === 0,
          findings: report.books.findingsCount,
          transfers: Number(report.books.transfersCount),
          checked_at: report.books.checkedAt.toISOString(),
        },
  outside_payments: { stopped: report.stops.length > 0, reasons: report.stops },
  comparison:
    report.comparison === null
      ? null
      : {
          compared_at: report.comparison.comparedAt?.toISOString() ?? null,
          awaits_bitcoin_wallet: report.comparison.awaitsChain,
          differences: report.differences.map(presentDifference),
        },
});

const presentNode = ({ info, balances, channels }: NodeStanding) => ({
  pubkey: info.pubkey,
  alias: info.alias,
  network: info.network,
  version: info.version,
  synced: info.synced,
  block_height: info.blockHeight,
  liquidity: {
    local_msat: String(balances.localMsat),
    remote_msat: String(balances.remoteMsat),
    unsettled_local_msat: String(balances.unsettledLocalMsat),
  },
  channels: channels.map((channel) => ({
    channel_point: formatChannelPoint(channel.channelPoint),
    peer: channel.peerPubkey,
    active: channel.isActive,
    capacity_sat: Number(channel.capacitySat),
    local_sat: Number(channel.localSat),
    remote_sat: Number(channel.remoteSat),
  })),
});

export const presentManaged = (managed: ManagedNode | null) => ({
  wallet:
    managed === null
      ? null
      : {
          confirmed_sat: Number(managed.wallet.confirmedSat),
          unconfirmed_sat: Number(managed.wallet.unconfirmedSat),
          locked_sat: Number(managed.wallet.lockedSat),
          reserved_sat: Number(managed.wallet.reservedSat),
        },
  pending_channels:
    managed?.pending.map((channel) => ({
      state: channel.state,
      channel_point: formatChannelPoint(channel.channelPoint),
      peer: channel.peerPubkey,
      capacity_sat: Number(channel.capacitySat),
      local_sat: Number(channel.localSat),
      blocks_left: channel.blocksLeft,
    })) ?? null,
});

export const describeManaged = (managed: ManagedNode | null): readonly string[] =>
  managed === null
    ? []
    : [
        walletLine(managed.wallet),
        ...managed.pending.map(
          ({ state, localSat, capacitySat, channelPoint, blocksLeft }) =>
            `${state.replace('_', ' ').padEnd(11)}${formatChannelPoint(channelPoint)}  ` +
            `${localSat} / ${capacitySat} sat ours` +
            (blocksLeft === null ? '' : `, ${blocksLeft} blocks left`),
        ),
      ];

export const walletLine = (wallet: WalletBalance): string =>
  `on chain   ${wallet.confirmedSat} sat, ${wallet.unconfirmedSat} sat not in a block yet, ` +
  `${wallet.reservedSat} sat must stay`;

export const presentDifference = (difference: NodeDifference) => ({
  kind: difference.kind,
  payment_hash: difference.paymentHash,
  state: difference.state,
  amount_msat: String(difference.amountMsat),
  at: difference.happenedAt.toISOString(),
});

export function describeReport(report: NodeReport): readonly string[] {
  const { solvency, books } = report;
  return [
    ...(report.node === null ? ['node       does not answer'] : describeNode(report.node)),
    `pending    ${report.pending.length} payments, ${heldSat(report)} sat held`,
    `solvency   ${solvencyWord(solvency.isCovered)}: node ${satOrDash(solvency.ownedMsat)}, ` +
      `owed ${sats(solvency.owedMsat)} (wallets ${sats(solvency.walletsMsat)}, ` +
      `held ${sats(solvency.heldNotInFlightMsat)}, unclaimed ${sats(solvency.unclaimedMsat)})`,
    books === null
      ? 'books      not checked yet'
      : `books      ${books.findingsCount === 0 ? 'balance' : 'DO NOT BALANCE'}, ` +
        `${books.transfersCount} transfers, checked ${books.checkedAt.toISOString()}`,
    ...(report.stops.length === 0
      ? ['outside    payments may leave']
      : report.stops.map((reason) => `outside    STOPPED: ${reason}`)),
    ...(report.comparison === null ? [] : describeComparing(report.comparison, report.differences)),
  ];
}

const describeComparing = (
  { comparedAt, awaitsChain }: Comparing,
  differences: readonly NodeDifference[],
): readonly string[] => [
  ...(comparedAt === null ? ['awaited    the payments of the node, which are compared'] : []),
  ...(awaitsChain ? ['awaited    all that the bitcoin wallet of the node has done'] : []),
  ...differences.map(describeDifference),
];

const describeNode = ({ info, balances, channels }: NodeStanding): readonly string[] => [
  `node       ${info.alias || 'without alias'}  ${info.pubkey}`,
  `           ${info.network}, ${info.version}, block ${info.blockHeight}, ` +
    (info.synced ? 'synced' : 'NOT SYNCED'),
  `liquidity  can send ${sats(balances.localMsat)}, can receive ${sats(balances.remoteMsat)}`,
  `channels   ${channels.length}, ${channels.filter(({ isActive }) => isActive).length} active`,
  ...channels.map(
    (channel) =>
      `           ${channel.peerPubkey}  ${channel.isActive ? 'active  ' : 'inactive'}  ` +
      `${channel.localSat} / ${channel.capacitySat} sat ours  ` +
      formatChannelPoint(channel.channelPoint),
  ),
];

export const describeDifference = (difference: NodeDifference): string =>
  `           ${difference.kind === 'payment' ? 'paid' : 'received'} ` +
  `${sats(difference.amountMsat)} (${difference.state.replace('_', ' ')}) ` +
  `${difference.happenedAt.toISOString()}  hash ${difference.paymentHash}`;

const heldSat = ({ pending }: NodeReport): bigint =>
  pending.reduce((sum: bigint, payment: { readonly heldSat: Sat }) => sum + payment.heldSat, 0n);

function oldestOf({ pending }: NodeReport): Date | null {
  const times = pending.map(({ createdAt }) => createdAt.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

const sats = (amountMsat: Msat): string => `${debitSat(amountMsat)} sat`;
const satOrDash = (amountMsat: Msat | null): string =>
  amountMsat === null ? 'unknown' : sats(amountMsat);
const solvencyWord = (isCovered: boolean | null): string =>
  isCovered === null ? 'unknown' : isCovered ? 'covered' : 'NOT COVERED';
