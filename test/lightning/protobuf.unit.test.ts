import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeMessage,
  encodeMessage,
  type Field,
  type FieldType,
  type MessageType,
} from '../../src/lightning/lnd/protobuf.ts';
import { protobuf, varint } from '../support/fake-grpc.ts';

const messageType = (...fields: readonly [number, string, FieldType][]): MessageType =>
  new Map(fields.map(([number, name, type]): [number, Field] => [number, { name, type }]));

const INNER = messageType([1, 'id', 'uint64']);
const TYPE = messageType(
  [1, 'int', 'int64'],
  [2, 'text', 'string'],
  [3, 'raw', 'bytes'],
  [4, 'flag', 'bool'],
  [5, 'state', { names: ['OPEN', 'SETTLED'] }],
  [6, 'inner', { message: INNER }],
  [7, 'list', { list: INNER }],
  [8, 'map', { map: messageType([1, 'key', 'string'], [2, 'value', 'bytes']) }],
  [3000, 'far', 'uint64'],
);
const EMPTY = {
  int: '0',
  text: '',
  raw: '',
  flag: false,
  state: 'OPEN',
  inner: null,
  list: [],
  map: {},
  far: '0',
};

const decode = (bytes: Uint8Array) => decodeMessage(TYPE, bytes);
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('reads and writes the examples of the description of protobuf', () => {
  assert.deepEqual(decode(hex('08 96 01')), { ...EMPTY, int: '150' });
  assert.deepEqual(decode(hex('12 07 74 65 73 74 69 6e 67')), { ...EMPTY, text: 'testing' });
  assert.deepEqual(Buffer.from(encodeMessage(TYPE, { int: '150' })), hex('08 96 01'));
  const testing = Buffer.from(encodeMessage(TYPE, { text: 'testing' }));
  assert.deepEqual(testing, hex('12 07 74 65 73 74 69 6e 67'));
  assert.deepEqual(
    Buffer.from(encodeMessage(TYPE, { int: '-2' })),
    hex('08 fe ff ff ff ff ff ff ff ff 01'),
  );
});

test('reads what is there, and the default of what is not', () => {
  assert.deepEqual(decode(new Uint8Array()), EMPTY);
  const bytes = protobuf(
    [3000, 2n ** 64n - 1n],
    [8, protobuf([1, 'b'], [2, 'B'])],
    [7, protobuf([1, 1])],
    [6, protobuf([1, 300])],
    [5, 1],
    [4, 1],
    [7, new Uint8Array()],
    [3, hex('00ff')],
    [2, 'Tee ☕'],
    [1, -1],
  );
  assert.deepEqual(decode(bytes), {
    int: '-1',
    text: 'Tee ☕',
    raw: 'AP8=',
    flag: true,
    state: 'SETTLED',
    inner: { id: '300' },
    list: [{ id: '1' }, { id: '0' }],
    map: { b: 'Qg==' },
    far: '18446744073709551615',
  });
  assert.equal(decode(protobuf([5, 7]))['state'], 7, 'a name that is not known stays a number');
});

test('the last of several values counts, and a key of a map is only a key', () => {
  assert.equal(decode(protobuf([2, 'one'], [2, 'two']))['text'], 'two');
  const { map } = decode(
    protobuf([8, protobuf([1, '__proto__'], [2, 'x'])], [8, protobuf([2, 'y'])]),
  );
  assert(typeof map === 'object' && map !== null);
  assert.deepEqual(Object.entries(map), [
    ['__proto__', 'eA=='],
    ['', 'eQ=='],
  ]);
});

test('passes over fields that are not described, of every wire type', () => {
  const unknown = Buffer.concat([
    varint(99 * 8),
    varint(2n ** 64n - 1n),
    varint(99 * 8 + 1),
    Buffer.alloc(8, 0xff),
    varint(99 * 8 + 2),
    varint(3),
    Buffer.from('abc'),
    varint(99 * 8 + 5),
    Buffer.alloc(4, 0xff),
    varint((2 ** 29 - 1) * 8),
    varint(1),
  ]);
  const message = Buffer.concat([protobuf([1, 1]), unknown, protobuf([4, 1])]);
  assert.deepEqual(decode(message), { ...EMPTY, int: '1', flag: true });
});

test('refuses what protobuf does not write', () => {
  const broken: Readonly<Record<string, Buffer>> = {
    'a key without a value': hex('08'),
    'a varint that does not end': hex('08 ff ff'),
    'a varint of eleven bytes': hex('08 80 80 80 80 80 80 80 80 80 80 01'),
    'a varint of more than 64 bits': hex('08 ff ff ff ff ff ff ff ff ff 02'),
    'a length beyond the end': hex('12 05 61'),
    'a length of 64 bits': hex('12 ff ff ff ff ff ff ff ff ff 01'),
    'eight bytes that are seven': hex('99 06 00 00 00 00 00 00 00'),
    'field 0': hex('00 01'),
    'a key of more than 32 bits': hex('88 80 80 80 80 01 01'),
    'a group': hex('9b 06'),
    'wire type 7': hex('9f 06 00'),
    'a number as a text': hex('0a 01 61'),
    'a text as a number': hex('10 01'),
    'a number of fixed size': hex('09 00 00 00 00 00 00 00 00'),
    'a message as a number': hex('30 01'),
    'a member as a number': hex('38 01'),
    'a text that is no UTF-8': hex('12 01 ff'),
    'a message within that is cut': hex('32 01 08'),
  };
  for (const [what, bytes] of Object.entries(broken)) {
    assert.throws(() => decode(bytes), { name: 'NodeFault' }, what);
  }
});

test('a message has at most 100,000 members, however small', () => {
  const members = (count: number) =>
    Buffer.concat(Array.from({ length: count }, () => hex('3a 00')));
  const { list } = decode(members(100_000));
  assert(Array.isArray(list) && list.length === 100_000);
  assert.throws(() => decode(members(100_001)), { name: 'NodeFault', message: /100000 members/ });
});

test('every cut of a message is refused or is a shorter message, and nothing else happens', () => {
  const whole = protobuf(
    [1, 150],
    [2, 'testing'],
    [6, protobuf([1, 300])],
    [8, protobuf([1, 'k'])],
  );
  for (let length = 0; length < whole.length; length += 1) {
    try {
      const { text } = decode(whole.subarray(0, length));
      assert(text === '' || text === 'testing');
    } catch (error) {
      assert(error instanceof Error && error.name === 'NodeFault');
    }
  }
});
