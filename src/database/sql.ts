import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';

/**
 * The tag of templates that are SQL statements, the same inside and outside of transactions.
 * Columns arrive as: bigint → bigint, timestamptz → Date, bytea → Uint8Array, numeric → string,
 * json and jsonb → their text. A parameter for json is text as well. Lists are passed as
 * `sql.array(values, ARRAY_OF.bigint)` and arrive as lists; lists of types that `ARRAY_OF` lacks
 * arrive as text.
 */
export interface Sql {
  /**
   * Makes a prepared statement, which is sent when it is awaited. Put into another template, it
   * becomes a part of that statement.
   */
  <Rows extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Statement<Rows>;
  /** Quotes names of tables or columns. */
  (names: string | readonly string[]): Fragment;
  array<List extends readonly Scalar[]>(values: List, type: number): TypedList;
  /**
   * Makes a statement from a text that is sent unchanged. Without values it is not prepared, and
   * may hold several statements.
   */
  unsafe<Rows extends readonly object[] = Row[]>(
    text: string,
    values?: readonly Parameter[],
  ): Statement<Rows>;
}

/** Object ids of array types, fixed in PostgreSQL's catalogue (pg_type.dat). */
export const ARRAY_OF = {
  boolean: 1000,
  bytea: 1001,
  integer: 1007,
  text: 1009,
  bigint: 1016,
  timestamptz: 1185,
  uuid: 2951,
} as const;

export interface Query {
  /**
   * The name under which the server keeps the prepared statement; null for a statement that is not
   * prepared.
   */
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly Parameter[];
}

export type Answered<Rows> = Rows & { readonly count: number; readonly command: string };
/** A value as the server gets it: text, or the bytes of bytea. */
export type Parameter = string | Buffer | null | readonly (string | Buffer | null)[];
type Row = Record<string, unknown>;
type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;
type Value = Scalar | readonly string[] | TypedList | Fragment | Statement<readonly object[]>;

class TypedList {
  readonly values: readonly Scalar[];
  readonly type: number;

  constructor(values: readonly Scalar[], type: number) {
    this.values = values;
    this.type = type;
  }
}

class Fragment {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Send = (query: Query) => Promise<Answered<readonly object[]>>;

export function queryTag(send: Send): Sql {
  // The code that reads the rows names their type, which is not checked.
  function tag<Rows extends readonly object[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Statement<Rows>;
  function tag(names: string | readonly string[]): Fragment;
  function tag(strings: string | readonly string[], ...values: readonly Value[]) {
    if (typeof strings !== 'string' && 'raw' in strings) {
      return new Statement(strings, values, () => send(prepared(strings, values)));
    }
    return new Fragment([strings].flat().map(escapeIdentifier).join(', '));
  }
  function unsafe<Rows extends readonly object[]>(
    text: string,
    values?: readonly Parameter[],
  ): Statement<Rows>;
  function unsafe(text: string, values?: readonly Parameter[]) {
    const name = values === undefined ? null : nameOf(text);
    return new Statement([text], [], () => send({ name, text, values: values ?? [] }));
  }
  const array = (values: readonly Scalar[], type: number) => new TypedList(values, type);
  return Object.assign(tag, { unsafe, array });
}

/** A statement that is not sent before its answer is awaited. */
export class Statement<Rows> implements Promise<Answered<Rows>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly strings: readonly string[];
  readonly values: readonly Value[];
  readonly #send: () => Promise<Answered<Rows>>;
  #answer: Promise<Answered<Rows>> | null = null;

  constructor(
    strings: readonly string[],
    values: readonly Value[],
    send: () => Promise<Answered<Rows>>,
  ) {
    this.strings = strings;
    this.values = values;
    this.#send = send;
  }

  execute(): Promise<Answered<Rows>> {
    this.#answer ??= this.#send();
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited where it is written
  then<A = Answered<Rows>, B = never>(
    onRows?: ((rows: Answered<Rows>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onRows, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null) {
    return this.execute().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Answered<Rows>> {
    return this.execute().finally(onEnd);
  }
}

/**
 * Texts of prepared statements by the fixed parts of their templates. The text depends only on the
 * types of the values, unless a value is itself a part of the text. The types are nearly always the
 * same as in the call before, whose text is then used again.
 */
const KNOWN = new WeakMap<readonly string[], { readonly types: string; readonly query: Query }>();

function prepared(strings: readonly string[], values: readonly Value[]): Query {
  const parameters: Parameter[] = [];
  const plain = values.filter(isPlain);
  if (plain.length < values.length) {
    const text = render(strings, values, parameters);
    return { name: nameOf(text), text, values: parameters };
  }
  const types = plain.map(typeOf).join();
  let known = KNOWN.get(strings);
  if (known?.types !== types) {
    const text = render(strings, values, parameters);
    known = { types, query: { name: nameOf(text), text, values: [] } };
    KNOWN.set(strings, known);
  }
  return { ...known.query, values: plain.map(toParameter) };
}

function render(
  strings: readonly string[],
  values: readonly Value[],
  parameters: Parameter[],
): string {
  let text = strings[0] ?? '';
  for (const [place, value] of values.entries()) {
    text += renderOne(value, parameters) + (strings[place + 1] ?? '');
  }
  return text;
}

function renderOne(value: Value, parameters: Parameter[]): string {
  if (value instanceof Statement) return render(value.strings, value.values, parameters);
  if (value instanceof Fragment) return value.text;
  return `$${parameters.push(toParameter(value))}${typeOf(value)}`;
}

type Plain = Exclude<Value, Fragment | Statement<readonly object[]>>;

const isPlain = (value: Value): value is Plain =>
  !(value instanceof Statement || value instanceof Fragment);

/**
 * Names the SQL type of a value where the server could infer another one; for the others the server
 * finds it by itself.
 */
function typeOf(value: Plain): string {
  if (value instanceof TypedList) return `::${ARRAY_NAMES.get(value.type)}[]`;
  if (typeof value === 'bigint') return '::bigint';
  if (typeof value === 'boolean') return '::boolean';
  if (value instanceof Date) return '::timestamptz';
  return value instanceof Uint8Array ? '::bytea' : '';
}

const ARRAY_NAMES = new Map<number, string>(
  Object.entries(ARRAY_OF).map(([name, type]) => [type, name]),
);

function toParameter(value: Plain): Parameter {
  if (value instanceof TypedList) return value.values.map(toText);
  return isList(value) ? value : toText(value);
}

const isList = (value: Scalar | readonly string[]): value is readonly string[] =>
  Array.isArray(value);

function toText(value: Scalar): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return String(value);
}

/**
 * Names of prepared statements by their text. Texts are constants of the program, so there are only
 * some hundreds.
 */
const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  let name = NAMES.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    NAMES.set(text, name);
  }
  return name;
}
