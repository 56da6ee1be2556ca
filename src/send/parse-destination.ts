/** Finds out whom a text pays, and asks the payee's server if necessary. */

import { describePayRequest } from '../address/describe-pay-request.ts';
import { readPayerInvoice } from '../address/read-payer-invoice.ts';
import { debitSat, type Msat, sat } from '../base/amount.ts';
import { MAX_COMMENT_LENGTH, MAX_OFFER_TEXT_LENGTH } from '../base/limits.ts';
import { plainUrlOf } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { whyNotPayable } from '../lightning/bolt11-payable.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import type { LnurlReply } from '../lnurl/lnurl-client.ts';
import { type PayOffer, readLnurlParams, type WithdrawOffer } from '../lnurl/lnurl-params.ts';
import type { NoAnswer } from '../lnurl/lnurl-refusals.ts';
import { type PayAddress, writePayAddress } from '../lnurl/pay-address.ts';
import { type ChainTarget, type LnurlTag, type PayText, readPayText } from '../lnurl/pay-text.ts';
import { isWholeBech32 } from '../lnurl/pay-words.ts';
import { writePayLink } from '../lnurl/payee-text.ts';
import { asDisplayText } from '../lnurl/read-json.ts';
import { bitcoinUri } from '../onchain/bitcoin-uri.ts';
import { amountsToSend } from './offered-amounts.ts';
import type { SendDeps } from './send-deps.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { SendTarget } from './send-target.ts';

/** What a text leads to: a payment, or an offer to receive money. */
export type Resolved =
  | { readonly kind: 'send'; readonly target: SendTarget }
  /**
   * The text is a withdraw link, by which the user receives money (LUD-03): see
   * withdraw-to-wallet.ts.
   */
  | { readonly kind: 'withdraw'; readonly domain: string; readonly offer: WithdrawOffer };

type Resolving<T> = Result<T, SendRefusal>;

/**
 * Finds out what a text asks for. A server is asked only when the payee is not a user of this
 * service. Nothing is stored.
 */
export async function parseDestination(
  deps: SendDeps,
  text: string,
  signal: AbortSignal,
): Promise<Resolving<Resolved>> {
  const read = readPayText(text, deps.payTextRules());
  if (!read.ok) return refuse({ kind: 'unpayable_text', why: read.refusal });
  return await resolveText(deps, read.value, signal);
}

async function resolveText(
  deps: SendDeps,
  read: PayText,
  signal: AbortSignal,
): Promise<Resolving<Resolved>> {
  switch (read.kind) {
    case 'both':
      return await resolveBoth(deps, read, signal);
    case 'chain':
      return toSend(await resolveChain(deps, read));
    case 'bolt11':
      return toSend(resolveInvoice(deps, read.bolt11));
    case 'address':
      return await resolveAddress(deps, read.address, signal);
    case 'own_invoice':
      return toSend(await resolveOwnInvoice(deps, read));
    case 'name':
      return await resolveName(deps, read.name);
    case 'node':
      return toSend(resolveNode(deps, read.pubkey));
    case 'lnurl': {
      const { url, ...how } = read;
      const link = writePayLink(read);
      return await askPayee(deps, { url, payee: new URL(url).host, link, ...how }, signal);
    }
  }
}

const toSend = (target: Resolving<SendTarget>): Resolving<Resolved> =>
  target.ok ? accept({ kind: 'send', target: target.value }) : target;

/**
 * Resolves a link that offers Lightning and a bitcoin address. The address is used only if paying
 * over Lightning is impossible. An expired invoice does not count as impossible, because the price
 * in the link may have expired with it.
 */
async function resolveBoth(
  deps: SendDeps,
  { lightning, chain }: Extract<PayText, { kind: 'both' }>,
  signal: AbortSignal,
): Promise<Resolving<Resolved>> {
  const meant = await resolveText(deps, lightning, signal);
  const beside = await resolveChain(deps, chain);
  if (!beside.ok) return meant;
  if (!meant.ok) return CANNOT_WORK.has(meant.refusal.kind) ? toSend(beside) : meant;
  if (meant.value.kind !== 'send' || meant.value.target.source.kind !== 'invoice') return meant;
  const { target } = meant.value;
  const bitcoin = bitcoinUri(chain.addresses[0]?.address ?? '', chain.amountSat);
  return toSend(accept({ ...target, source: { ...meant.value.target.source, bitcoin } }));
}

const CANNOT_WORK: ReadonlySet<SendRefusal['kind']> = new Set([
  'bad_bolt11',
  'unknown_invoice',
  'wrong_network',
  'never_payable',
  'payee_unreachable',
]);

/**
 * Checks that a bitcoin address is of our network, and whether it belongs to a user of this
 * service. The node is not asked.
 */
async function resolveChain(
  { withdrawing, withdrawals, node, config }: SendDeps,
  { addresses, amountSat, purpose }: ChainTarget,
): Promise<Resolving<SendTarget>> {
  if (withdrawing === null) return refuse({ kind: 'unpayable_text', why: 'onchain' });
  const found = addresses.find(({ networks }) => networks.includes(node.network));
  if (found === undefined) {
    const network = addresses[0]?.networks[0] ?? node.network;
    return refuse({ kind: 'wrong_chain', network });
  }
  const { address } = found;
  const { minSendSat: minSat } = withdrawing.rules;
  const { amountMaxSat: maxSat } = config;
  if (amountSat !== null && amountSat < minSat) {
    return refuse({ kind: 'amount_below_minimum', minSat });
  }
  if (amountSat !== null && amountSat > maxSat) {
    return refuse({ kind: 'amount_out_of_range', minSat, maxSat });
  }
  const owner = await withdrawals.findOwner(address);
  if (owner?.isClosed) return refuse({ kind: 'owner_gone' });
  return accept({
    source: { kind: 'chain', address, isHere: owner !== null },
    payee: null,
    text: purpose === null ? null : asDisplayText(purpose, MAX_OFFER_TEXT_LENGTH),
    minSat: amountSat ?? minSat,
    maxSat: amountSat ?? maxSat,
    commentLength: 0,
  });
}

function resolveInvoice(deps: SendDeps, text: string): Resolving<SendTarget> {
  const bolt11 = normalizeBolt11(text);
  const decoded = decodeBolt11(bolt11);
  if (!decoded.ok) {
    // The checksum is right, so the text is complete, but the invoice contains something that this
    // program cannot read.
    const kind = isWholeBech32(bolt11) ? 'unknown_invoice' : decoded.refusal.kind;
    return refuse({ ...decoded.refusal, kind });
  }
  const { network, amountMsat, description } = decoded.value;
  if (network !== deps.node.network) return refuse({ kind: 'wrong_network', network });
  const problem = whyNotPayable(decoded.value);
  if (problem !== null) return refuse({ kind: 'never_payable', ...problem });
  if (hasExpired(decoded.value, deps.clock.now())) return refuse({ kind: 'invoice_expired' });
  const fixedSat = amountMsat === null ? null : debitSat(amountMsat);
  return accept({
    source: { kind: 'invoice', bolt11, hasAmount: fixedSat !== null },
    payee: null,
    text: description === null ? null : asDisplayText(description, MAX_OFFER_TEXT_LENGTH),
    minSat: fixedSat ?? sat(1n),
    maxSat: fixedSat ?? deps.config.amountMaxSat,
    commentLength: 0,
  });
}

/**
 * Resolves a node's public key, for a keysend. A keysend to our own node is refused, as it would
 * not say which user it is for.
 */
function resolveNode({ node, config }: SendDeps, pubkey: string): Resolving<SendTarget> {
  if (pubkey === node.pubkey) return refuse({ kind: 'unpayable_text', why: 'own_node' });
  return accept({
    source: { kind: 'node', pubkey },
    payee: pubkey,
    text: null,
    minSat: sat(1n),
    maxSat: config.amountMaxSat,
    commentLength: MAX_COMMENT_LENGTH,
  });
}

/**
 * Resolves the link of a page of this service on which an invoice can be paid. Links to paid or
 * expired invoices are refused.
 */
async function resolveOwnInvoice(
  deps: SendDeps,
  { name, id }: { readonly name: string; readonly id: string },
): Promise<Resolving<SendTarget>> {
  const found = await readPayerInvoice(deps, name, id);
  if (!found.ok || found.value.state.kind === 'paid') {
    return refuse({ kind: 'unpayable_text', why: 'own_link' });
  }
  const { state } = found.value;
  return state.kind === 'waiting'
    ? resolveInvoice(deps, state.bolt11)
    : refuse({ kind: 'invoice_expired' });
}

export const hasExpired = (
  invoice: { readonly timestampSec: number; readonly expirySec: number },
  now: Date,
): boolean => (invoice.timestampSec + invoice.expirySec) * 1000 <= now.getTime();

async function resolveAddress(
  deps: SendDeps,
  address: PayAddress,
  signal: AbortSignal,
): Promise<Resolving<Resolved>> {
  const payee = writePayAddress(address);
  if (address.url === null) return toSend(await resolveOwn(deps, address, payee));
  const { url } = address;
  const question = { url, payee, link: null, expects: 'payRequest', isSchemeOpen: true } as const;
  return await askPayee(deps, question, signal);
}

/** Resolves a text that is just the address name of a user of this service, without a domain. */
async function resolveName(deps: SendDeps, name: string): Promise<Resolving<Resolved>> {
  const address = { name, domain: deps.payTextRules().ownDomain, url: null };
  return toSend(await resolveOwn(deps, address, writePayAddress(address)));
}

async function resolveOwn(
  deps: SendDeps,
  { name, domain }: PayAddress,
  payee: string,
): Promise<Resolving<SendTarget>> {
  const described = await describePayRequest(deps, name, domain);
  if (!described.ok) return described;
  const { minSat, maxSat, pathName } = described.value;
  return accept({
    source: { kind: 'own', askedName: pathName },
    payee,
    text: described.value.payee.displayName,
    minSat,
    maxSat,
    commentLength: MAX_COMMENT_LENGTH,
  });
}

interface Question {
  readonly url: string;
  readonly payee: string;
  /** The LNURL; null for a lightning address. */
  readonly link: string | null;
  readonly expects: LnurlTag | null;
  /** Whether plain http may be tried when https fails. */
  readonly isSchemeOpen: boolean;
}

async function askPayee(
  deps: SendDeps,
  question: Question,
  signal: AbortSignal,
): Promise<Resolving<Resolved>> {
  const { url, payee, link, expects } = question;
  const { host } = new URL(url);
  const reply = await askFirst(deps, question, signal);
  if (reply.kind === 'unanswered') {
    return refuse({ kind: 'payee_unreachable', host, why: reply.why });
  }
  const answer = readLnurlParams({ ...reply, host }, deps.payTextRules());
  if (!answer.ok) return answer;
  const { tag } = answer.value;
  if (expects !== null && tag !== expects) {
    return refuse({ kind: 'bad_payee_answer', why: 'other_kind' });
  }
  if (answer.value.tag === 'withdrawRequest') {
    return accept({ kind: 'withdraw', domain: payee, offer: answer.value });
  }
  return toSend(targetOf(deps, { payee, link }, answer.value));
}

/** An exact amount as text, because the target is stored as JSON, which has no bigint. */
const exactPart = (exactMsat: Msat | null): { readonly exactMsat?: string } =>
  exactMsat === null ? {} : { exactMsat: String(exactMsat) };

/**
 * Asks a server over https, then over http where that is allowed: in the networks that the operator
 * has named, few servers have certificates.
 */
async function askFirst(
  { lnurl, payTextRules }: SendDeps,
  { url, isSchemeOpen }: Question,
  signal: AbortSignal,
): Promise<LnurlReply> {
  const reply = await lnurl.get(url, signal);
  const isAway = reply.kind === 'unanswered' && NOT_REACHED.has(reply.why);
  const plain = isAway && isSchemeOpen ? plainUrlOf(url, payTextRules()) : null;
  if (plain === null) return reply;
  const second = await lnurl.get(plain, signal);
  // The request over http was blocked, so the name leads out of the operator's networks, and only
  // https is allowed. The failure over https is then reported.
  return second.kind === 'unanswered' && second.why === 'blocked' ? reply : second;
}

const NOT_REACHED: ReadonlySet<NoAnswer> = new Set(['no_connection', 'timeout']);

function targetOf(
  { config }: SendDeps,
  { payee, link }: Pick<Question, 'payee' | 'link'>,
  { callback, metadata, text, commentLength, ...limits }: PayOffer,
): Resolving<SendTarget> {
  const amounts = amountsToSend(limits, config.amountMaxSat);
  if (amounts === null) return refuse({ kind: 'bad_payee_answer', why: 'no_possible_amount' });
  const { minSat, maxSat, exactMsat } = amounts;
  return accept({
    source: {
      kind: 'lnurl',
      callback,
      metadata,
      ...exactPart(exactMsat),
      ...(link === null ? {} : { link }),
    },
    payee,
    text,
    minSat,
    maxSat,
    commentLength,
  });
}
