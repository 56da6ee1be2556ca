import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifySchemaValidationError } from 'fastify';
import { Errors } from 'typebox/schema';
import { ROUTES } from '../../src/app/http/routes.ts';
import { MAX_JSON_VALUES } from '../../src/base/limits.ts';
import { validateByTypebox } from '../../src/web/compile-schemas.ts';

/** What it takes to say what is wrong with a body, for every route that reads one. */

type Validate = (value: unknown) => {
  readonly error?: readonly Pick<FastifySchemaValidationError, 'instancePath' | 'message'>[];
};

/** The validator as the server makes it. */
function validatorOf(schema: object): Validate {
  let made: Validate | null = null;
  validateByTypebox({
    setValidatorCompiler: (compile: (route: { schema: object }) => unknown) => {
      made = compile({ schema }) as Validate;
    },
  } as never);
  assert(made !== null);
  return made;
}

const BODIES = ROUTES.flatMap(({ method, path, body, maxJsonValues = MAX_JSON_VALUES }) =>
  body === undefined ? [] : [{ name: `${method} ${path}`, schema: body, maxJsonValues }],
);

interface Part {
  readonly type?: string;
  readonly anyOf?: readonly Part[];
  readonly items?: Part;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly patternProperties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
}

/** Something that fits. */
function fitting(part: Part): unknown {
  const [first] = part.anyOf ?? [part];
  const { type, items, minimum = 1, properties = {}, required = [], examples } = first ?? {};
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (type === 'array') return items === undefined ? [] : [fitting(items)];
  if (type !== 'object') return examples?.[0] ?? 'x';
  return Object.fromEntries(required.map((name) => [name, fitting(properties[name] ?? {})]));
}

const times = <T>(count: number, value: T): readonly T[] => Array<T>(count).fill(value);

/** As many values as a body may have at one place, none of which fits there, or all but one. */
function largeValues(part: Part, most: number): readonly unknown[] {
  const keyed = (count: number, value: unknown): object =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`${n}`.padEnd(100, '0'), value] as const),
    );
  const kinds = part.anyOf ?? [part];
  const half = Math.floor(most / 2);
  return [
    times(most - 10, 1),
    times(half, {}),
    keyed(half - 10, 1),
    ...kinds.flatMap(({ items, maxItems = half, patternProperties = {} }) => [
      ...(items === undefined
        ? []
        : [
            times(Math.floor(half / 4), fitting(items)),
            times(maxItems, items.type === 'object' ? {} : 1),
            [...times(maxItems - 1, fitting(items)), 1],
          ]),
      ...Object.values(patternProperties).map((member) => ({
        ...keyed(half - 10, fitting(member)),
        last: 1,
      })),
    ]),
  ];
}

/** Bodies with a large value at one of their places. */
function* largeBodies(part: Part, most: number): Generator<unknown, void> {
  yield* largeValues(part, most);
  for (const kind of part.anyOf ?? [part]) {
    for (const [name, inner] of Object.entries(kind.properties ?? {})) {
      for (const value of largeBodies(inner, most)) {
        yield { ...Object(fitting(kind)), [name]: value };
      }
    }
    if (kind.items === undefined) continue;
    for (const value of largeBodies(kind.items, most)) yield [value];
    // Everything is large, and the last one of all is wrong.
    const items = kind.items.properties ?? {};
    for (const [name, inner] of Object.entries(items)) {
      const count = Math.min(kind.maxItems ?? 100, 100);
      const [value] = [...largeValues(inner, Math.floor(most / count))].slice(-1);
      yield times(count, { ...Object(fitting(kind.items)), [name]: value });
    }
  }
}

/** Counts how often a schema is read: compiled code never does, the describing library does. */
function countReads<T extends object>(schema: T): { readonly schema: T; take(): number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const wrap = <U extends object>(target: U): U => {
    const made = known.get(target) as U | undefined;
    if (made !== undefined) return made;
    const proxy = new Proxy(target, {
      get: (of, name, self) => {
        reads += 1;
        const value: unknown = Reflect.get(of, name, self);
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
      has: (of, name) => {
        reads += 1;
        return Reflect.has(of, name);
      },
      getOwnPropertyDescriptor: (of, name) => {
        reads += 1;
        return Reflect.getOwnPropertyDescriptor(of, name);
      },
    });
    known.set(target, proxy);
    return proxy;
  };
  return {
    schema: wrap(schema),
    take: () => {
      const taken = reads;
      reads = 0;
      return taken;
    },
  };
}

/** What the largest schema is read when a small body is wrong in every field. */
const MAX_READS = 5000;

describe('the largest wrong bodies of', () => {
  for (const { name, schema, maxJsonValues } of BODIES) {
    test(`${name} are described in few steps`, () => {
      const counted = countReads(schema);
      const validate = validatorOf(counted.schema);
      let wrong = 0;
      for (const body of largeBodies(schema, maxJsonValues)) {
        // The first time, parts of the schema are compiled.
        validate(body);
        counted.take();
        const { error } = validate(body);
        const reads = counted.take();
        assert(reads <= MAX_READS, `${reads} reads for ${JSON.stringify(body).slice(0, 100)}`);
        if (error === undefined) continue;
        wrong += 1;
        assert(error.length > 0 && error.length < 50, 'it says what is wrong');
        assert(error.every(({ message }) => message !== ''));
      }
      assert(wrong > 3, 'there were wrong ones');
    });
  }
});

test('each list of a body has a bound, by which it is counted first', () => {
  const unbounded: string[] = [];
  const look = (place: string, { anyOf = [], type, items, maxItems, ...part }: Part): void => {
    if (type === 'array' && maxItems === undefined) unbounded.push(place);
    if (items !== undefined) look(`${place}/*`, items);
    for (const one of anyOf) look(place, one);
    for (const [name, one] of Object.entries(part.properties ?? {})) look(`${place}/${name}`, one);
    for (const one of Object.values(part.patternProperties ?? {})) look(`${place}/*`, one);
  };
  for (const { name, schema } of BODIES) look(name, schema);
  assert.deepEqual(unbounded, []);
});

const bodyOf = (name: string) =>
  BODIES.find((one) => one.name === name) ?? assert.fail(`${name} has a body`);

test('a small body is complained about in the words of the library', () => {
  const { schema } = bodyOf('POST /payments/keysend');
  const validate = validatorOf(schema);
  for (const body of [
    null,
    [],
    {},
    { amount: 0, destination: '' },
    { amount: 1, destination: 'x', memo: 1 },
    { amount: '1', destination: 'x', custom_records: [] },
    { amount: 1.5, destination: 'x', custom_records: { 1: 'a', 2: 2 } },
  ]) {
    const [fault] = validate(body).error ?? [];
    const [, [words]] = Errors(schema, body);
    assert.deepEqual(
      [fault?.instancePath, fault?.message],
      [words?.instancePath, words?.message],
      JSON.stringify(body),
    );
  }
});

test('the wrong item of a list is named, also when it is the last one', () => {
  const validate = validatorOf(bodyOf('POST /payments/keysend/multi').schema);
  const right = { amount: 1, destination: 'x' };
  const faultOf = (keysends: unknown) => {
    const [fault] = validate({ keysends }).error ?? [];
    return `${fault?.instancePath} ${fault?.message}`;
  };
  const place = '/keysends/99/custom_records/1999';
  const records = Object.fromEntries(
    Array.from({ length: 2000 }, (_, n) => [n, n < 1999 ? '' : 1]),
  );
  assert.equal(
    faultOf([...times(99, right), { ...right, custom_records: records }]),
    `${place} must be string`,
  );
  assert.equal(faultOf(times(101, right)), '/keysends must not have more than 100 items');
  assert.equal(faultOf([]), '/keysends must not have fewer than 1 items');
  assert.equal(faultOf([...times(5, right), { amount: 1 }]).split(' ')[0], '/keysends/5');
  assert.deepEqual(validate({ keysends: times(100, right) }).error, undefined);
});
