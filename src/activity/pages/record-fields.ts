import { assert } from '../../base/assert.ts';
import { parseExactJson } from '../../base/exact-json.ts';
import type { ActivityEntry } from '../activity-store.ts';

/** The fields of a record, which is stored as JSON text: see ledger/wallet-record.ts. */
export interface RecordFields {
  names(): readonly string[];
  /** Reads a field of the record as text; null if the record has no such field or it is empty. */
  text(name: string): string | null;
  mustText(name: string): string;
  amount(name: string): number;
  /** Reads a field of the record that is a number; null if the record has no such field. */
  number(name: string): number | null;
  /** Reads a field of the record that is an object; null if the record has no such field. */
  object(name: string): RecordFields | null;
  /**
   * Reads a field of the record as JSON text with line breaks; null if the record has no such
   * field.
   */
  json(name: string): string | null;
}

const readRecordFields = (body: string): RecordFields => fieldsOf(parseExactJson<object>(body));

/** Reads the fields of an entry: of a record, or of a payment or deposit that has no record. */
export function fieldsOfEntry(entry: ActivityEntry): RecordFields {
  switch (entry.rail) {
    case 'lightning':
    case 'chain':
      return readRecordFields(entry.body);
  }
}

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
