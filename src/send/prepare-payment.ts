import { hash } from 'node:crypto';
import { createAddressInvoice } from '../address/create-address-invoice.ts';
import { msat, type Sat, satToMsat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { SentTo } from '../ledger/sent-to.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { whyNotPayable } from '../lightning/bolt11-payable.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import { MESSAGE_RECORD } from '../lightning/custom-records.ts';
import { payCallbackUrl, readPayResponse } from '../lnurl/callback-response.ts';
import type { BadAnswer } from '../lnurl/lnurl-refusals.ts';
import { quoteFees } from '../onchain/quote-fees.ts';
import type { WithdrawalSpeed } from '../onchain/withdrawal.ts';
import type { PlannedLightning, PlannedWithdrawal } from '../payments/planned-payment.ts';
import { findPaid } from './find-paid.ts';
import { hasExpired } from './parse-destination.ts';
import type { SendDeps } from './send-deps.ts';
import type { SendRefusal } from './send-refusals.ts';
import { linkOf, type SendTarget } from './send-target.ts';

export interface SendChoice {
  /** How soon the withdrawal should confirm; missing for payments over Lightning. */
  readonly speed?: WithdrawalSpeed | null;
  readonly userId: string;
  /** The chosen amount; null when the amount is fixed. */
  readonly amountSat: Sat | null;
  /** The comment; null or '' for none. */
  readonly comment: string | null;
}

/**
 * A payment exactly as its payer was shown it before paying. Its invoice, if it has one, was
 * checked.
 */
export type PreparedPayment = PreparedLightning | PreparedWithdrawal;

/** A withdrawal, with the fee that its payer was shown; null when there is no fee. */
export interface PreparedWithdrawal extends PlannedWithdrawal {
  readonly fee: { readonly aboutSat: Sat; readonly mostSat: Sat } | null;
}

export type PreparedLightning = PlannedLightning & {
  /**
   * Whether the invoice contains the hash of the description that the payee sent, as LUD-06
   * demands. If not, the payer is told but may pay nevertheless, because many services break this
   * rule.
   */
  readonly isHashConfirmed: boolean;
};

export type PreparedInvoice = Extract<PreparedLightning, { kind: 'bolt11' }>;
export type PreparedKeysend = Extract<PreparedLightning, { kind: 'keysend' }>;

type Preparing = Result<PreparedPayment, SendRefusal>;

/**
 * Prepares a payment, which includes asking the payee for an invoice where one is needed. No money
 * moves.
 */
export async function preparePayment(
  deps: SendDeps,
  target: SendTarget,
  choice: SendChoice,
  signal: AbortSignal,
): Promise<Preparing> {
  const amount = chooseAmount(target, choice.amountSat);
  if (!amount.ok) return amount;
  const comment = checkComment(target, choice.comment ?? '');
  if (!comment.ok) return comment;
  const order = { userId: choice.userId, amountSat: amount.value, comment: comment.value };
  switch (target.source.kind) {
    case 'invoice': {
      const { bolt11, hasAmount } = target.source;
      const amountMsat = hasAmount ? null : satToMsat(amount.value);
      const invoice = { bolt11, amountMsat, sentTo: null, isHashConfirmed: true };
      return accept({ kind: 'bolt11', ...invoice });
    }
    case 'node': {
      const { pubkey } = target.source;
      const said = comment.value === '' ? null : comment.value;
      const to = { payee: pubkey, comment: said, successAction: null, ...linkOf(target.source) };
      return accept(preparedKeysend(to, amount.value));
    }
    case 'chain':
      return await prepareWithdrawal(
        deps,
        { ...target, source: target.source },
        { amountSat: amount.value, speed: choice.speed ?? 'normal' },
      );
    case 'own':
      return await askOurselves(deps, { ...target, source: target.source }, order);
    case 'lnurl':
      return await askCallback(deps, { ...target, source: target.source }, order, signal);
  }
}

/** Prepares a keysend. The comment travels with the payment. */
export const preparedKeysend = (sentTo: SentTo, amountSat: Sat): PreparedKeysend => ({
  kind: 'keysend',
  destination: sentTo.payee,
  amountMsat: satToMsat(amountSat),
  memo: null,
  records: new Map(
    sentTo.comment === null ? [] : [[MESSAGE_RECORD, new TextEncoder().encode(sentTo.comment)]],
  ),
  sentTo,
  isHashConfirmed: true,
});

/**
 * Asks the node what a withdrawal costs at the chosen speed, so that the payer sees the fee before
 * paying.
 */
async function prepareWithdrawal(
  deps: SendDeps,
  { source: { address, isHere }, text }: From<'chain'>,
  chosen: { readonly amountSat: Sat; readonly speed: WithdrawalSpeed },
): Promise<Preparing> {
  const { withdrawing } = deps;
  if (withdrawing === null) return refuse({ kind: 'unpayable_text', why: 'onchain' });
  const purpose = text === null ? {} : { purpose: text };
  const order = { kind: 'onchain', address, ...chosen, ...purpose } as const;
  if (isHere) return accept({ ...order, fee: null });
  const [quote] = await quoteFees({ ...deps, withdrawing }, order, [order.speed]);
  if (quote?.kind !== 'costs') return refuse({ kind: quote?.kind ?? 'not_enough_on_chain' });
  return accept({ ...order, fee: { aboutSat: quote.feeSat, mostSat: quote.highestSat } });
}

interface Order {
  readonly userId: string;
  readonly amountSat: Sat;
  readonly comment: string;
}

type From<Kind extends SendTarget['source']['kind']> = SendTarget & {
  readonly source: Extract<SendTarget['source'], { kind: Kind }>;
};

function chooseAmount(
  { minSat, maxSat }: SendTarget,
  amountSat: Sat | null,
): Result<Sat, SendRefusal> {
  if (amountSat === null && minSat === maxSat) return accept(minSat);
  if (amountSat === null) return refuse({ kind: 'amount_needed', minSat, maxSat });
  const isWithin = amountSat >= minSat && amountSat <= maxSat;
  return isWithin ? accept(amountSat) : refuse({ kind: 'amount_out_of_range', minSat, maxSat });
}

function checkComment({ commentLength }: SendTarget, text: string): Result<string, SendRefusal> {
  const comment = cleanText(text, text.length).trim();
  if (comment === '') return accept('');
  if (commentLength === 0) return refuse({ kind: 'comment_not_taken' });
  return [...comment].length <= commentLength
    ? accept(comment)
    : refuse({ kind: 'comment_over_limit', maxLength: commentLength });
}

/**
 * Makes an invoice of a user of this service, under the limits for anonymous payers. Each paying
 * user is counted in these limits like a network address.
 */
async function askOurselves(
  deps: SendDeps,
  { source, payee }: From<'own'>,
  { userId, amountSat, comment }: Order,
): Promise<Preparing> {
  const { ownDomain } = deps.payTextRules();
  const created = await createAddressInvoice(deps, {
    askedName: source.askedName,
    domain: ownDomain,
    amountMsat: String(satToMsat(amountSat)),
    comment,
    payerData: null,
    zapReadings: null,
    network: `user ${userId}`,
  });
  if (!created.ok) return created;
  return accept({
    kind: 'bolt11',
    bolt11: created.value.bolt11,
    amountMsat: null,
    sentTo: sentTo(payee, comment, null),
    isHashConfirmed: true,
  });
}

async function askCallback(
  deps: SendDeps,
  { source, payee }: From<'lnurl'>,
  { userId, amountSat, comment }: Order,
  signal: AbortSignal,
): Promise<Preparing> {
  const { callback, metadata, exactMsat } = source;
  const amountMsat = exactMsat === undefined ? satToMsat(amountSat) : msat(BigInt(exactMsat));
  const reply = await deps.lnurl.get(payCallbackUrl(callback, amountMsat, comment), signal);
  const { host } = new URL(callback);
  if (reply.kind === 'unanswered') {
    return refuse({ kind: 'payee_unreachable', host, why: reply.why });
  }
  const answer = readPayResponse({ ...reply, host }, callback, deps.payTextRules());
  if (!answer.ok) return answer;
  const bolt11 = normalizeBolt11(answer.value.invoice);
  const decoded = decodeBolt11(bolt11);
  if (!decoded.ok) return no('bad_invoice');
  const invoice = decoded.value;
  if (whyNotPayable(invoice) !== null) return no('unpayable_invoice');
  if (invoice.network !== deps.node.network) return no('wrong_network');
  if (invoice.amountMsat !== amountMsat) return no('wrong_amount');
  if (hasExpired(invoice, deps.clock.now())) return no('expired_invoice');
  // An invoice that this user has paid before is refused, because the page would show the old
  // payment as the new one.
  const paid = await findPaid(deps.payments, userId, invoice.paymentHash);
  if (paid !== null) return no('paid_invoice');
  return accept({
    kind: 'bolt11',
    bolt11,
    amountMsat: null,
    sentTo: sentTo(payee, comment, answer.value.successAction, linkOf(source)),
    isHashConfirmed: invoice.descriptionHash === hash('sha256', metadata),
  });
}

const no = (why: BadAnswer) => refuse({ kind: 'bad_payee_answer' as const, why });

const sentTo = (
  payee: string | null,
  comment: string,
  successAction: SentTo['successAction'],
  link: Pick<SentTo, 'link'> = {},
): SentTo | null =>
  payee === null
    ? null
    : { payee, comment: comment === '' ? null : comment, successAction, ...link };
