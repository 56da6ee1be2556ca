import { assert } from '../../base/assert.ts';
import { parseExactJson } from '../../base/exact-json.ts';
import { renderOpenPayment } from '../../ledger/settled-record.ts';
import { renderOpenDeposit } from '../../onchain/render-deposit.ts';
import type { ActivityEntry, SettledEntry } from '../activity-store.ts';

/** The fields of a record, which is a JSON text that we wrote: see ledger/wallet-record.ts. */
export interface RecordFields {
  names(): readonly string[];
  /** Null for none, and for an empty text. */
  text(name: string): string | null;
  mustText(name: string): string;
  amount(name: string): number;
  /** Null for none. */
  number(name: string): number | null;
  /** Null for none. */
  object(name: string): RecordFields | null;
  /** As JSON in lines; null for none. */
  json(name: string): string | null;
}

const readRecordFields = (body: string): RecordFields => fieldsOf(parseExactJson<object>(body));

/** A record as it is kept, or what is known of an open payment or deposit, which has none yet. */
export function bodyOfEntry(entry: ActivityEntry): string {
  switch (entry.kind) {
    case 'payment':
      return renderOpenPayment(entry.payment);
    case 'deposit':
      return renderOpenDeposit(entry.deposit);
    case 'settled':
      return recordBody(entry);
  }
}

function recordBody({ rail, body }: SettledEntry): string {
  switch (rail) {
    case 'lightning':
    case 'chain':
      return body;
  }
}

export const fieldsOfEntry = (entry: ActivityEntry): RecordFields =>
  readRecordFields(bodyOfEntry(entry));

export const directionOf = (fields: RecordFields): 'incoming' | 'outgoing' =>
  fields.text('type') === 'outgoing' ? 'outgoing' : 'incoming';

function fieldsOf(value: object): RecordFields {
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string): string | null => {
    const field = fields.get(name);
    return typeof field === 'string' && field !== '' ? field : null;
  };
  return {
    names: () => [...fields.keys()],
    text,
    mustText: (name) => {
      const found = text(name);
      assert(found !== null, `a record has ${name}`);
      return found;
    },
    amount: (name) => {
      const field = fields.get(name);
      assert(typeof field === 'number', `a record has ${name}`);
      return field;
    },
    number: (name) => {
      const field = fields.get(name);
      return typeof field === 'number' ? field : null;
    },
    object: (name) => {
      const field = fields.get(name);
      return typeof field === 'object' && field !== null ? fieldsOf(field) : null;
    },
    json: (name) => {
      const field = fields.get(name) ?? null;
      return field === null ? null : JSON.stringify(field, null, 2);
    },
  };
}
