import { hash } from 'node:crypto';
import { type Msat, msat, type Sat, satToMsat } from '../base/amount.ts';
import { newIdentifier, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import { MAX_COMMENT_LENGTH, MAX_NOTE_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import { type CreateInvoiceDeps, finishInvoice, newInvoice } from '../invoices/create-invoice.ts';
import { type InvoiceDetails, NO_DETAILS } from '../ledger/invoice.ts';
import { zapMetadataOf } from '../nostr/zap-metadata.ts';
import { zapRelaysOf } from '../nostr/zap-relays.ts';
import { readZapRequest, type ZapProblem, type ZapRequest } from '../nostr/zap-request.ts';
import type { AddressInvoiceStore } from './address-invoice-store.ts';
import {
  describePayRequest,
  type PayRequest,
  type PayRequestDeps,
  type PayRequestRefusal,
} from './describe-pay-request.ts';
import { ADDRESS_INVOICE_EXPIRY_SEC } from './limits.ts';
import { hashMetadata } from './pay-request.ts';
import type { PayerData } from './payer-data.ts';
import type { StrangerQueue } from './stranger-queue.ts';

export interface AddressInvoiceDeps extends PayRequestDeps, CreateInvoiceDeps {
  readonly addressInvoices: AddressInvoiceStore;
  readonly strangerQueue: StrangerQueue;
  /** Whether Nostr relays in networks that the operator lists may be reached without TLS. */
  readonly hasPlainRelays: boolean;
}

export interface AddressInvoiceInput {
  /** The name that the payer asked for, with its tag, such as `ann+shop`. */
  readonly askedName: string;
  readonly domain: string;
  /** The amount as the payer's wallet sent it: millisatoshi as decimal text. */
  readonly amountMsat: string;
  /** The payer's comment; '' if there is none. */
  readonly comment: string;
  readonly payerData: PayerData | null;
  /**
   * Possible readings of the query parameter that holds the zap request (see `readZapRequest`);
   * null if the payment is no zap.
   */
  readonly zapReadings: readonly string[] | null;
  /** The network (a range of IP addresses) of the caller, by which invoices are limited. */
  readonly network: string;
}

export interface AddressInvoice {
  readonly bolt11: string;
  readonly verifyId: string;
  readonly pathName: string;
}

export type AddressInvoiceRefusal =
  | PayRequestRefusal
  | { readonly kind: 'bad_amount' }
  | { readonly kind: 'amount_out_of_range'; readonly minSat: Sat; readonly maxSat: Sat }
  | { readonly kind: 'comment_too_long' }
  | { readonly kind: 'bad_payer_data' }
  | { readonly kind: 'zaps_not_taken' }
  | { readonly kind: 'bad_zap_request'; readonly problem: ZapProblem }
  | { readonly kind: 'too_many_open_invoices' }
  | { readonly kind: 'too_busy' };

/**
 * Makes an invoice for a stranger who pays a lightning address (LUD-06, second step). A refused
 * request writes nothing. The number of open invoices is limited, because anyone can request them.
 */
export async function createAddressInvoice(
  deps: AddressInvoiceDeps,
  input: AddressInvoiceInput,
): Promise<Result<AddressInvoice, AddressInvoiceRefusal>> {
  const described = await describePayRequest(deps, input.askedName, input.domain);
  if (!described.ok) return described;
  const amount = readAmount(input.amountMsat, described.value);
  if (!amount.ok) return amount;
  const purpose = readPurpose(input, described.value, amount.value);
  if (!purpose.ok) return purpose;
  const { payee, pathName } = described.value;
  const order = { payeeId: payee.userId, amountMsat: amount.value, purpose: purpose.value };
  const made = await deps.strangerQueue.run(input.network, () =>
    makeInvoice(deps, input.network, order),
  );
  if (made === null) return refuse({ kind: 'too_busy' });
  return made.value.ok ? accept({ ...made.value.value, pathName }) : made.value;
}

interface Order {
  readonly payeeId: string;
  readonly amountMsat: Msat;
  readonly purpose: Purpose;
}

async function makeInvoice(
  deps: AddressInvoiceDeps,
  network: string,
  { payeeId, amountMsat, purpose: { zap, ...said } }: Order,
): Promise<Result<Omit<AddressInvoice, 'pathName'>, AddressInvoiceRefusal>> {
  const invoice = newInvoice(deps, payeeId, {
    ...said,
    amountMsat,
    expirySec: ADDRESS_INVOICE_EXPIRY_SEC,
  });
  const verifyId = newIdentifier(deps.random, RECORD_IDENTIFIER_LENGTH);
  const outcome = await deps.addressInvoices.insertInvoice({
    invoice,
    nodePubkey: deps.node.pubkey,
    network,
    verifyId,
    zapRelays: zap === null ? null : zapRelaysOf(zap.event, deps.hasPlainRelays),
  });
  if (outcome === 'too_many') return refuse({ kind: 'too_many_open_invoices' });
  const { bolt11 } = await finishInvoice(deps, invoice);
  return accept({ bolt11, verifyId });
}

/** What an invoice is for, and the description that it commits to. */
interface Purpose extends InvoiceDetails {
  readonly zap: ZapRequest | null;
}

function readPurpose(
  { comment, payerData, zapReadings }: AddressInvoiceInput,
  { metadata, zapKeys }: PayRequest,
  amountMsat: Msat,
): Result<Purpose, AddressInvoiceRefusal> {
  if (zapReadings === null) return purposeOfPayer(metadata, comment, payerData);
  if (zapKeys === null) return refuse({ kind: 'zaps_not_taken' });
  const zap = readZapRequest(zapReadings, { ...zapKeys, amountMsat });
  return zap.ok
    ? accept(purposeOfZap(zap.value))
    : refuse({ kind: 'bad_zap_request', problem: zap.refusal });
}

function purposeOfPayer(
  metadata: string,
  text: string,
  payerData: PayerData | null,
): Result<Purpose, AddressInvoiceRefusal> {
  const comment = cleanText(text, text.length);
  if ([...comment].length > MAX_COMMENT_LENGTH) return refuse({ kind: 'comment_too_long' });
  return accept({
    ...NO_DETAILS,
    zap: null,
    descriptionHash: hashMetadata(metadata, payerData?.text ?? ''),
    comment: comment === '' ? null : comment,
    metadataJson: payerData === null ? null : JSON.stringify({ payer_data: payerData.shown }),
    payerName: note(payerData?.name),
    payerEmail: note(payerData?.email),
    payerPubkey: note(payerData?.pubkey),
  });
}

/**
 * The purpose of an invoice for a zap. The invoice commits to the text of the zap request and to
 * nothing else (NIP-57).
 */
function purposeOfZap(zap: ZapRequest): Purpose {
  const { content, pubkey } = zap.event;
  return {
    ...NO_DETAILS,
    zap,
    descriptionHash: hash('sha256', zap.text),
    comment: note(content),
    metadataJson: zapMetadataOf(zap),
    payerPubkey: pubkey,
  };
}

/** Cleans a stranger's text for storage; null if nothing is left of it. */
const note = (text: string | null | undefined): string | null =>
  cleanText(text ?? '', MAX_NOTE_LENGTH) || null;

/**
 * Reads an amount, which may contain a fraction of a sat: wallets require the invoice to have
 * exactly the amount that they asked for.
 */
function readAmount(
  text: string,
  { minSat, maxSat }: PayRequest,
): Result<Msat, AddressInvoiceRefusal> {
  if (!/^[0-9]{1,17}$/.test(text)) return refuse({ kind: 'bad_amount' });
  const amountMsat = msat(BigInt(text));
  if (amountMsat < satToMsat(minSat) || amountMsat > satToMsat(maxSat)) {
    return refuse({ kind: 'amount_out_of_range', minSat, maxSat });
  }
  return accept(amountMsat);
}
