import type { Network } from '../../lightning/bolt11.ts';
import type { BadAnswer } from '../../lnurl/lnurl-refusals.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { PayDraftRefusal } from '../pay-draft.ts';
import type { TooManyLookUps } from '../pay-flow.ts';
import type { WithdrawRefusal } from '../withdraw-to-wallet.ts';

type Words = PageTexts['sendRefused'];

/** Tells users why something cannot be sent or withdrawn. */
export function refusalWords(
  { format, sendRefused: words }: PageTexts,
  refusal: WithdrawRefusal | TooManyLookUps,
  ourNetwork: Network,
): string {
  switch (refusal.kind) {
    case 'unpayable_text':
      return words.unpayable[refusal.why];
    case 'payee_unreachable':
      return `${words.noAnswer[refusal.why]({ host: refusal.host })} ${words.nothing}`;
    case 'payee_refused':
      return refusal.reason === ''
        ? words.refusedSilently({ host: refusal.host })
        : words.refused({ host: refusal.host, reason: refusal.reason });
    case 'bad_payee_answer':
      // A withdraw link brings money, so the sentence that nothing was sent is left out.
      return WITHDRAWING.has(refusal.why)
        ? words.badAnswer[refusal.why]
        : `${words.badAnswer[refusal.why]} ${words.nothing}`;
    case 'wrong_network':
      return words.wrongNetwork({
        network: networkWords(words, refusal.network),
        ours: words.networks[ourNetwork],
      });
    case 'wrong_chain':
      return words.wrongChain({
        network: words.networks[refusal.network],
        ours: words.networks[ourNetwork],
      });
    case 'amount_below_minimum':
      return words.belowLeast({ least: format.sat(refusal.minSat) });
    case 'owner_gone':
      return words.paying.ownerGone;
    case 'not_enough_on_chain':
      return words.paying.notEnoughOnChain;
    case 'fees_too_high':
      return words.paying.feesTooHigh;
    case 'never_payable':
      return words.neverPayable[refusal.why];
    case 'amount_out_of_range':
      return words.amountOutOfRange({
        least: format.sat(refusal.minSat),
        most: format.sat(refusal.maxSat),
      });
    case 'comment_over_limit':
      return words.commentTooLong({ maxLength: String(refusal.maxLength) });
    default:
      return words[PLAIN[refusal.kind]];
  }
}

const WITHDRAWING: ReadonlySet<BadAnswer> = new Set(['nothing_left', 'unclear_withdraw']);

const networkWords = ({ networks }: Words, network: string): string => {
  const known = Object.entries(networks).find(([name]) => name === network);
  return known?.[1] ?? network;
};

type PlainKind = Exclude<
  (WithdrawRefusal | TooManyLookUps)['kind'],
  | 'unpayable_text'
  | 'payee_unreachable'
  | 'payee_refused'
  | 'bad_payee_answer'
  | 'wrong_network'
  | 'wrong_chain'
  | 'amount_below_minimum'
  | 'owner_gone'
  | 'not_enough_on_chain'
  | 'fees_too_high'
  | 'never_payable'
  | 'amount_out_of_range'
  | 'comment_over_limit'
>;

type PlainWords = {
  readonly [Key in keyof Words]: Words[Key] extends string ? Key : never;
}[keyof Words];

const PLAIN: Readonly<Record<PlainKind, PlainWords>> = {
  bad_bolt11: 'badInvoice',
  unknown_invoice: 'unknownInvoice',
  payee_not_found: 'payeeNotFound',
  invoice_expired: 'invoiceExpired',
  amount_needed: 'amountNeeded',
  bad_amount: 'amountNeeded',
  comment_not_taken: 'commentNotTaken',
  too_many_look_ups: 'tooManyLookUps',
  comment_too_long: 'other',
  bad_payer_data: 'other',
  zaps_not_taken: 'other',
  bad_zap_request: 'other',
  bad_input: 'other',
  currency_not_supported: 'other',
  amount_too_large: 'other',
  idempotency_mismatch: 'other',
  draft_not_found: 'other',
  too_many_open_invoices: 'tooManyInvoices',
  too_many_new_invoices: 'ownTooManyNewInvoices',
  storage_used_up: 'storageUsedUp',
  balance_limit_exceeded: 'balanceLimit',
  payee_full: 'payeeFull',
  // The refusal `too_busy` is only for anonymous payers of an address, who have to wait while many
  // invoices are asked for. It never occurs for users of this service.
  too_busy: 'other',
};

/** Says why a payment did not begin. */
export const payRefusalWords = (words: Words, { kind }: PayDraftRefusal): string =>
  words.paying[PAYING[kind]];

const PAYING: Readonly<Record<PayDraftRefusal['kind'], keyof Words['paying']>> = {
  insufficient_balance: 'balance',
  too_many_open_payments: 'tooManyOpen',
  storage_used_up: 'storageUsedUp',
  hash_in_use: 'hashInUse',
  invoice_settled: 'paidBefore',
  paid_by_other_grant: 'paidBefore',
  hash_paid_by_other_text: 'paidBefore',
  invoice_expired: 'expired',
  outside_payments_stopped: 'stopped',
  invoice_not_ready: 'notReady',
  amount_too_large: 'tooLarge',
  invoice_not_payable: 'notPayable',
  not_our_invoice: 'notPayable',
  wrong_network: 'notPayable',
  bad_address: 'badAddress',
  amount_below_minimum: 'belowMinimum',
  fee_above_max: 'feeAboveMax',
  fees_too_high: 'feesTooHigh',
  not_enough_on_chain: 'notEnoughOnChain',
  onchain_off: 'noAddresses',
  owner_gone: 'ownerGone',
  bad_bolt11: 'notPayable',
  bad_input: 'other',
  budget_exceeded: 'other',
  send_limit_exceeded: 'sendLimit',
  budget_expired: 'other',
  batch_item_cancelled: 'other',
  // What people pay here themselves never asks them.
  approval_needed: 'other',
  approval_refused: 'other',
  approval_expired: 'other',
  approval_withdrawn: 'other',
  approval_failed: 'other',
  approval_over: 'other',
  too_many_approvals: 'other',
  idempotency_mismatch: 'other',
  amount_missing: 'other',
  amount_mismatch: 'other',
  account_record_missing: 'other',
  account_record_unknown: 'other',
  bad_destination: 'other',
  bad_custom_record: 'other',
  // A failed payment is not explained here: its own page says why it failed.
  payment_failed: 'other',
  payment_pending: 'unknown',
  draft_not_found: 'other',
};
