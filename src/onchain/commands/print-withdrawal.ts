import type { UnknownFinding } from '../check-unknown.ts';
import type { Withdrawal } from '../withdrawal.ts';

/** A withdrawal that has not ended, as `satchel withdrawals list` shows it. */
export interface OpenWithdrawal {
  readonly withdrawal: Withdrawal;
  /**
   * What the node's wallet says about a withdrawal in state `unknown`; null for other states, and
   * while the node is away.
   */
  readonly finding: UnknownFinding | null;
}

/** Presents a withdrawal to operators as JSON. */
export const withdrawalJson = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  payment: withdrawal.identifier,
  state: withdrawal.state,
  user_id: withdrawal.userId,
  address: withdrawal.address,
  amount: Number(withdrawal.amountSat),
  held: Number(withdrawal.heldSat),
  from_height: withdrawal.fromHeight,
  created_at: withdrawal.createdAt.toISOString(),
  txid: withdrawal.transaction?.txid ?? null,
  fee: withdrawal.transaction === null ? null : Number(withdrawal.transaction.feeSat),
  ended_at: withdrawal.endedAt?.toISOString() ?? null,
  failure: withdrawal.failure?.message ?? null,
});

export const describeWithdrawal = (withdrawal: Withdrawal): string =>
  `${withdrawal.id}  ${withdrawal.state}  ${withdrawal.amountSat} sat to ${withdrawal.address}  ` +
  `since ${withdrawal.createdAt.toISOString()}` +
  (withdrawal.transaction === null ? '' : `  transaction ${withdrawal.transaction.txid}`);

export const presentOpen = ({ withdrawal, finding }: OpenWithdrawal) => ({
  ...withdrawalJson(withdrawal),
  wallet:
    finding?.kind === 'asked'
      ? {
          up_to_height: finding.tipHeight,
          leased: finding.isLeased,
          candidates: finding.candidates.map(({ txid, block, label }) => ({
            txid,
            label,
            block_height: block?.height ?? null,
          })),
        }
      : null,
  can_fail: finding?.kind === 'asked' && finding.lacks === null,
  next: nextStep(withdrawal, finding),
});

export const describeOpen = ({ withdrawal, finding }: OpenWithdrawal): readonly string[] => [
  describeWithdrawal(withdrawal),
  `    ${nextStep(withdrawal, finding)}`,
];

function nextStep(
  { id, state, address, fromHeight }: Withdrawal,
  finding: UnknownFinding | null,
): string {
  if (state === 'reserved') return 'it is sent as soon as the wallet has coins for it';
  if (state !== 'unknown') {
    return (
      'it ends with the block that takes its transaction; if its fee is too low: ' +
      `\`satchel withdrawals bump ${id} --fee-rate N\``
    );
  }
  if (finding === null) return 'the node does not answer: ask again when it does';
  if (finding.kind === 'not_asked') return `nothing can be said yet: ${finding.why}`;
  const [found] = finding.candidates;
  if (found !== undefined) {
    return (
      `the wallet has a transaction for it: \`satchel withdrawals found ${id} ` +
      `--txid ${found.txid}\``
    );
  }
  if (finding.lacks !== null) return finding.lacks;
  return (
    `the wallet has nothing of it in blocks ${fromHeight} to ${finding.tipHeight}, nor outside ` +
    `of them. Look in a block explorer whether ${address} was paid; if it was not, ` +
    `\`satchel withdrawals fail ${id}\` gives the money back`
  );
}
