import { MAX_NOTE_LENGTH } from '../base/limits.ts';
import { type Boostagram, parseBoostagram } from '../lightning/boostagram.ts';
import {
  BOOSTAGRAM_RECORD,
  type CustomRecords,
  KEYSEND_PREIMAGE_RECORD,
  LND_RECEIVED_RECORD,
  MESSAGE_RECORD,
  recordText,
} from '../lightning/custom-records.ts';

/**
 * The custom records of a payment (TLVs that travel with it), as they are shown to the user: known
 * ones as readable fields, and the whole list as text.
 */
export interface RecordPayload {
  readonly boostagram: Boostagram | null;
  readonly keysendMessage: string | null;
  /** Custom records as text, by their type; null when none came with the payment. */
  readonly customRecords: Readonly<Record<string, string>> | null;
}

/**
 * Types of custom records that are not shown to users. They belong to the protocol, not to the
 * payer's message, and the first one is a secret.
 */
const HIDDEN_RECORDS: ReadonlySet<bigint> = new Set([KEYSEND_PREIMAGE_RECORD, LND_RECEIVED_RECORD]);

export function readPayload(records: CustomRecords): RecordPayload {
  const boostagram = records.get(BOOSTAGRAM_RECORD);
  const message = records.get(MESSAGE_RECORD);
  return {
    boostagram: boostagram === undefined ? null : parseBoostagram(boostagram),
    keysendMessage: message === undefined ? null : recordText(message, MAX_NOTE_LENGTH),
    customRecords: encodeRecords(records),
  };
}

function encodeRecords(records: CustomRecords): Record<string, string> | null {
  const shown = [...records].filter(([type]) => !HIDDEN_RECORDS.has(type));
  if (shown.length === 0) return null;
  return Object.fromEntries(
    shown.map(([type, bytes]) => [type.toString(), Buffer.from(bytes).toString('base64')]),
  );
}
