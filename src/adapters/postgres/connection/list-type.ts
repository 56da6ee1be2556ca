import { assert } from '../../../base/assert.ts';

/** How the driver writes and reads one type of PostgreSQL. */
export interface ListType<Element> {
  readonly to: number;
  readonly from: number[];
  /** A list that is text already stands for itself. */
  readonly serialize: (list: List<Element> | string) => string;
  readonly parse: (text: string) => List<Element>;
}

type List<Element> = readonly (Element | null)[];

/** Arrays of one dimension in their text form (PostgreSQL manual, 8.15.6). */
export const listType = <Element>(
  oid: number,
  writeElement: (element: Element) => string,
  readElement: (text: string) => Element,
): ListType<Element> => ({
  to: oid,
  from: [oid],
  serialize: (list) => (typeof list === 'string' ? list : writeList(list, writeElement)),
  parse: (text) => readList(text, readElement),
});

/** Quotes keep whatever stands in an element from being taken for syntax. */
function writeList<Element>(list: List<Element>, write: (element: Element) => string): string {
  const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  return `{${list.map((item) => (item === null ? 'NULL' : quote(write(item)))).join(',')}}`;
}

function readList<Element>(text: string, read: (text: string) => Element): List<Element> {
  assert(/^\{(?!\{)/.test(text), 'lists have one dimension, counted from 1');
  return [...text.matchAll(ITEM)].map(([bare, quoted]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'));
    return bare === 'NULL' ? null : read(bare);
  });
}

const ITEM = /"((?:[^"\\]|\\.)*)"|[^{},"]+/gs;
