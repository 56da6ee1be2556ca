import type { AddressInvoiceStore } from '../../address/address-invoice-store.ts';
import { hashMetadata } from '../../address/pay-request.ts';
import type { PayerData } from '../../address/payer-data.ts';
import { ADDRESS_INVOICE_EXPIRY_SEC, MAX_COMMENT_LENGTH } from '../../base/address-limits.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { newIdentifier, RECORD_IDENTIFIER_LENGTH } from '../../base/id.ts';
import { MAX_NOTE_LENGTH } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { cleanText } from '../../base/text.ts';
import { type CreateInvoiceDeps, finishInvoice, newInvoice } from '../receipts/create-invoice.ts';
import {
  describePayRequest,
  type PayRequest,
  type PayRequestDeps,
  type PayRequestRefusal,
} from './describe-pay-request.ts';

export interface AddressInvoiceDeps extends PayRequestDeps, CreateInvoiceDeps {
  readonly addressInvoices: AddressInvoiceStore;
}

export interface AddressInvoiceInput {
  /** With its tag. */
  readonly askedName: string;
  readonly domain: string;
  /** As it came: decimal text of millisatoshi. */
  readonly amountMsat: string;
  /** '' for none. */
  readonly comment: string;
  readonly payerData: PayerData | null;
  /** Of the caller, as it counts for limits. */
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
  | { readonly kind: 'amount_not_whole_sats' }
  | { readonly kind: 'amount_out_of_range'; readonly minSat: Sat; readonly maxSat: Sat }
  | { readonly kind: 'comment_too_long' }
  | { readonly kind: 'bad_payer_data' }
  | { readonly kind: 'too_many_open_invoices' };

/**
 * An invoice for a stranger (LUD-06, second step). A refused request writes nothing, and the
 * number of open ones is bounded, as anyone can ask.
 */
export async function createAddressInvoice(
  deps: AddressInvoiceDeps,
  input: AddressInvoiceInput,
): Promise<Result<AddressInvoice, AddressInvoiceRefusal>> {
  const described = await describePayRequest(deps, input.askedName, input.domain);
  if (!described.ok) return described;
  const amount = readAmount(input.amountMsat, described.value);
  if (!amount.ok) return amount;
  const comment = cleanText(input.comment, input.comment.length);
  if ([...comment].length > MAX_COMMENT_LENGTH) return refuse({ kind: 'comment_too_long' });
  const { payee, metadata, pathName } = described.value;
  const { payerData } = input;
  const invoice = newInvoice(deps, payee.userId, {
    amountSat: amount.value,
    memo: null,
    descriptionHash: hashMetadata(metadata, payerData?.text ?? ''),
    comment: comment === '' ? null : comment,
    metadataJson: payerData === null ? null : `{"payer_data":${payerData.text}}`,
    payerName: note(payerData?.name),
    payerEmail: note(payerData?.email),
    payerPubkey: note(payerData?.pubkey),
    expirySec: ADDRESS_INVOICE_EXPIRY_SEC,
  });
  const verifyId = newIdentifier(deps.random, RECORD_IDENTIFIER_LENGTH);
  const outcome = await deps.addressInvoices.insertInvoice({
    invoice,
    nodePubkey: deps.node.pubkey,
    network: input.network,
    verifyId,
  });
  if (outcome === 'too_many') return refuse({ kind: 'too_many_open_invoices' });
  const { bolt11 } = await finishInvoice(deps, invoice);
  return accept({ bolt11, verifyId, pathName });
}

/** What a stranger says, fit for storage; null for nothing. */
const note = (text: string | null | undefined): string | null =>
  cleanText(text ?? '', MAX_NOTE_LENGTH) || null;

/** Whole sats only: wallets want the invoice to have the very amount that they asked for. */
function readAmount(
  text: string,
  { minSat, maxSat }: PayRequest,
): Result<Sat, AddressInvoiceRefusal> {
  if (!/^[0-9]{1,17}$/.test(text)) return refuse({ kind: 'bad_amount' });
  const amountMsat = BigInt(text);
  if (amountMsat < minSat * 1000n || amountMsat > maxSat * 1000n) {
    return refuse({ kind: 'amount_out_of_range', minSat, maxSat });
  }
  if (amountMsat % 1000n !== 0n) return refuse({ kind: 'amount_not_whole_sats' });
  return accept(sat(amountMsat / 1000n));
}
