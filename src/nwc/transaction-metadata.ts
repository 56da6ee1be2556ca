import type { WalletRecord } from '../ledger/wallet-record.ts';
import { MAX_NWC_METADATA_LENGTH } from './limits.ts';
import { fieldOf } from './request-body.ts';

/** Fields of a record that go into the metadata of a transaction. */
export type MetadataSource = Pick<
  WalletRecord,
  'metadata' | 'comment' | 'payer_name' | 'payer_email' | 'payer_pubkey' | 'custom_records'
>;

/**
 * Makes the metadata of a transaction under the names that apps know (NIP-47, Metadata): the
 * creator's own fields, comment, payer, zap request, and custom records of a keysend. Metadata of
 * more than 4096 characters must be dropped, so the longest parts are left out first, and the
 * comment last.
 */
export function transactionMetadata(source: MetadataSource): { readonly metadata?: object } {
  const words = { ...commentFields(source), ...payerFields(source) };
  const given = { ...givenFields(source), ...words };
  for (const metadata of [{ ...given, ...recordFields(source) }, given, words]) {
    if (Object.keys(metadata).length > 0 && isShort(metadata)) return { metadata };
  }
  return {};
}

const isShort = (metadata: object): boolean =>
  JSON.stringify(metadata).length <= MAX_NWC_METADATA_LENGTH;

/**
 * Takes over the fields that the invoice's creator gave. The text of a zap request is left out,
 * because the zap request is parsed into a field of its own.
 */
function givenFields({ metadata }: MetadataSource): object {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {};
  const nostr = fieldOf(metadata, 'zap_request');
  if (nostr === undefined) return metadata;
  const others = Object.entries(metadata).filter(([name]) => !name.startsWith('zap_request'));
  return { ...Object.fromEntries(others), nostr };
}

const commentFields = ({ comment }: MetadataSource) => (comment === null ? {} : { comment });

function payerFields({
  payer_name: name,
  payer_email: email,
  payer_pubkey: pubkey,
}: MetadataSource) {
  const known = Object.entries({ name, email, pubkey }).filter(([, value]) => value !== null);
  return known.length === 0 ? {} : { payer_data: Object.fromEntries(known) };
}

/**
 * Presents the custom records of a keysend. A type above 2^53 is left out, because apps cannot read
 * it as a JSON number.
 */
function recordFields({ custom_records: records }: MetadataSource) {
  const readable = Object.entries(records ?? {})
    .map(([type, text]) => ({
      type: Number(type),
      value: Buffer.from(text, 'base64').toString('hex'),
    }))
    .filter(({ type }) => Number.isSafeInteger(type));
  return readable.length === 0 ? {} : { tlv_records: readable };
}
