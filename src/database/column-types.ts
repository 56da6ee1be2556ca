/** Turns values of each SQL type into values of JavaScript. */

import { types } from 'pg';
import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import { ARRAY_OF } from './sql.ts';

type Parse = (text: string) => unknown;

const isTrue: Parse = (text) => text === 't';

/**
 * The form of a time in `DateStyle` ISO and in UTC. Times in other forms are refused, as day and
 * month might change places.
 */
const ISO = /^\d{4,6}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?\+00)?$/;

function toDate(text: string): Date {
  const date = new Date(ISO.test(text) ? text : Number.NaN);
  assert(!Number.isNaN(date.getTime()), 'dates arrive in ISO format, in UTC');
  return date;
}

const asText: Parse = (text) => text;

function toBytes(text: string): Uint8Array {
  const bytes = hexToBytes(text.slice(2));
  assert(bytes !== null, 'bytea arrives in hex format');
  return bytes;
}

const TEXTS: number = ARRAY_OF.text;
const readTexts: (text: string) => readonly (string | null)[] = types.getTypeParser(TEXTS);

const listOf =
  (element: Parse): Parse =>
  (text) => {
    assert(/^\{(?!\{)/.test(text), 'lists have one dimension, counted from 1');
    return readTexts(text).map((item) => (item === null ? null : element(item)));
  };

/**
 * Parsers by the object id of their SQL type, which is fixed in PostgreSQL's catalogue
 * (pg_type.dat). Values of all other types stay text.
 */
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [types.builtins.BOOL, isTrue],
  [types.builtins.BYTEA, toBytes],
  [types.builtins.INT8, BigInt],
  [types.builtins.INT2, Number],
  [types.builtins.INT4, Number],
  [types.builtins.OID, Number],
  [types.builtins.FLOAT4, Number],
  [types.builtins.FLOAT8, Number],
  [types.builtins.DATE, toDate],
  [types.builtins.TIMESTAMPTZ, toDate],
  [ARRAY_OF.boolean, listOf(isTrue)],
  [ARRAY_OF.bytea, listOf(toBytes)],
  [ARRAY_OF.integer, listOf(Number)],
  [ARRAY_OF.text, listOf(asText)],
  [ARRAY_OF.bigint, listOf(BigInt)],
  [ARRAY_OF.timestamptz, listOf(toDate)],
  [ARRAY_OF.uuid, listOf(asText)],
]);

export const COLUMN_TYPES = { getTypeParser: (type: number) => PARSERS.get(type) ?? asText };
