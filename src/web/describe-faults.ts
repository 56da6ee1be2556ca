import type { FastifySchemaValidationError } from 'fastify';
import { Compile, Errors } from 'typebox/schema';

/** A fault in one place of a value, in the form in which TypeBox reports it. */
type Fault = FastifySchemaValidationError;

/**
 * The keywords of request schemas that describe the values inside a value, or limit their number.
 */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

/**
 * Finds the first list in a body that has more items than its schema allows. A list is so refused
 * before time is spent on its items.
 */
export function findTooLong(schema: Schema, value: unknown, instancePath = ''): Fault | null {
  if (Array.isArray(value)) {
    const { maxItems } = fitting(schema, value);
    if (maxItems === undefined || value.length <= maxItems) return null;
    const [, [fault]] = Errors({ maxItems }, Array<null>(maxItems + 1).fill(null));
    return fault === undefined ? null : { ...fault, instancePath };
  }
  if (!isObject(value)) return null;
  for (const [name, part] of Object.entries(fitting(schema, value).properties ?? {})) {
    const fault = findTooLong(part, Reflect.get(value, name), `${instancePath}/${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Describes what a schema refuses in a value. TypeBox describes faults by walking through the whole
 * value, however large, without compiled code. So compiled code finds the first wrong item of each
 * list and the first wrong member of each record, and TypeBox gets only values without anything
 * inside.
 */
export function describeFaults(asked: Schema, value: unknown, path = ''): readonly Fault[] {
  const schema = fitting(asked, value);
  const faults = [...ownFaults(schema, value, path)];
  for (const [name, part] of wrongParts(schema, value)) {
    faults.push(...describeFaults(part, Reflect.get(Object(value), name), `${path}/${name}`));
  }
  return faults;
}

/**
 * Chooses, out of several schemas, the one for the kind of the value; if none fits, all of them.
 */
function fitting(schema: Schema, value: unknown): Schema {
  const fits = ({ type }: Schema): boolean =>
    type === 'array'
      ? Array.isArray(value)
      : type === 'object'
        ? isObject(value)
        : type === 'integer'
          ? typeof value === 'number'
          : type === typeof value;
  return schema.anyOf?.find(fits) ?? schema;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Describes the faults of a value itself, apart from those of what is in it. */
function ownFaults(schema: Schema, value: unknown, path: string): readonly Fault[] {
  const { items, properties, patternProperties, additionalProperties, ...own } = schema;
  const names = Object.keys(properties ?? {});
  const emptied = Array.isArray(value)
    ? Array.from({ length: Math.min(value.length, MAX_COUNTED_ITEMS) }, () => null)
    : isObject(value)
      ? Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map(toNull))
      : value;
  const [, faults] = Errors(own, emptied);
  return faults.map((fault) => ({ ...fault, instancePath: `${path}${fault.instancePath}` }));
}

const toNull = (name: string): readonly [string, null] => [name, null];

/** A number that is larger than the most items that any list in a request may have. */
const MAX_COUNTED_ITEMS = 1000;

/**
 * Finds the wrong parts of a value: each wrong field, but only the first wrong item of a list or
 * member of a record.
 */
function* wrongParts(
  { items, properties = {}, patternProperties = {} }: Schema,
  value: unknown,
): Generator<readonly [string, Schema], void> {
  if (Array.isArray(value)) {
    const at = items === undefined ? -1 : value.findIndex((item) => !isRight(items, item));
    if (items !== undefined && at >= 0) yield [String(at), items];
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(properties)) {
      const isWrong = Object.hasOwn(value, name) && !isRight(part, Reflect.get(value, name));
      if (isWrong) yield [name, part];
    }
    for (const [pattern, part] of Object.entries(patternProperties)) {
      const names = new RegExp(pattern, 'u');
      const wrong = Object.entries(value).find(
        ([name, member]) => names.test(name) && !isRight(part, member),
      );
      if (wrong !== undefined) yield [wrong[0], part];
    }
  }
}

function isRight(schema: Schema, value: unknown): boolean {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

/**
 * Compiled validators by schema. A part of a schema is compiled when it is first needed; most parts
 * never are.
 */
const validators = new WeakMap<Schema, ReturnType<typeof Compile>>();
