import { shownPayerName } from '../authorization/name.ts';

/** The words of a record that statements show beside its figures. */
export interface StatementWords {
  readonly identifier: string;
  /** The purpose of the payment in the words of payer or payee; null if neither wrote any. */
  readonly description: string | null;
  /** The payee's address, of Lightning or of bitcoin, or the payer's name; null for neither. */
  readonly counterparty: string | null;
  readonly paymentHash: string | null;
  readonly preimage: string | null;
  /**
   * The id of the bitcoin transaction; null for payments over Lightning, and for those between
   * wallets of this service.
   */
  readonly txid: string | null;
}

/** Reads the words of a record, which is JSON that we wrote: see wallet-record.ts. */
export function readStatementWords(body: string): StatementWords {
  const fields: unknown = JSON.parse(body);
  const first = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const text = textAt(fields, name);
      if (text !== null) return text;
    }
    return null;
  };
  return {
    identifier: first('identifier') ?? '',
    description: first('memo', 'comment', 'keysend_message'),
    counterparty:
      first('type') === 'outgoing'
        ? (textAt(fieldAt(fieldAt(fields, 'metadata'), 'recipient_data'), 'identifier') ??
          first('address'))
        : shownPayerName(first('payer_name')),
    paymentHash: first('payment_hash'),
    preimage: first('preimage'),
    txid: first('txid'),
  };
}

function textAt(value: unknown, name: string): string | null {
  const field = fieldAt(value, name);
  return typeof field === 'string' && field !== '' ? readable(field) : null;
}

/** Replaces lone surrogates and NUL, which no text may contain, as `recordJson` does. */
const readable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

const fieldAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
