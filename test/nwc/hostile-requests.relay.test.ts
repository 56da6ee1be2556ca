import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiUser } from '../support/api-user.ts';
import { eventually } from '../support/eventually.ts';
import { field, textField } from '../support/fields.ts';
import type { RequestInput } from '../support/nwc/relay-app.ts';
import { type Connected, startRelayWorld } from '../support/nwc/relay-world.ts';

/** What an app may get wrong, over the socket; unit tests know more of each kind. */
const world = await startRelayWorld({ after });
const { api } = world;
let ann: ApiUser;
let app: Connected;

before(async () => {
  ann = await api.addUser();
  await ann.receive(100_000);
  app = await world.connect(ann);
});

const nowSec = (): number => Math.floor(Date.now() / 1000);
const external = (): string => api.node.externalInvoice().bolt11;
const send = (input: RequestInput) => app.ask(app.request('get_balance', {}, input));
const refused = async (input: RequestInput): Promise<string> => {
  const [, , isTaken, words] = await app.socket.publish(app.request('get_balance', {}, input));
  assert.equal(isTaken, false);
  return String(words).split(':')[0] ?? '';
};

test('12: one that has expired is taken and forgotten; several times: the earliest counts', async () => {
  const sent = api.node.sent.length;
  const rows = await world.countRows();
  const past = ['expiration', String(nowSec() - 1)];
  const ahead = ['expiration', String(nowSec() + 60)];
  for (const tags of [[past], [ahead, past]]) {
    const event = app.request('pay_invoice', { invoice: external() }, { tags });
    assert.equal((await app.socket.publish(event))[2], true);
  }
  assert.equal(await world.countRows(), rows);
  assert.equal(api.node.sent.length, sent);
  assert.equal((await send({ tags: [ahead] })).code, null);
  for (const time of ['', '-1', '1e9', '1700000000.5', 'tomorrow', '9'.repeat(16)]) {
    assert.equal(await refused({ tags: [['expiration', time]] }), 'invalid', time);
  }
});

test('13: a time further away than clocks differ, or that is none', async () => {
  const rows = await world.countRows();
  for (const createdAt of [nowSec() - 660, nowSec() + 660, 0]) {
    assert.equal(await refused({ createdAt }), 'invalid', String(createdAt));
  }
  assert.equal((await send({ createdAt: nowSec() - 300 })).code, null);
  const event = app.request('get_balance');
  for (const created_at of [2 ** 53, -1, 1.5, String(event.created_at), null]) {
    const [name, , isTaken] = await sayRaw(['EVENT', { ...event, created_at }]);
    assert.ok(name === 'NOTICE' || isTaken === false, String(created_at));
  }
  assert.equal(await world.countRows(), rows + 1);
});

/** The relay's word about what has no id to refer to, or a wrong one. */
async function sayRaw(message: unknown): Promise<readonly unknown[]> {
  const from = app.socket.heard.length;
  app.socket.send(message);
  return await eventually('the relay says something', () => {
    const isWord = ([name]: readonly unknown[]) => name === 'OK' || name === 'NOTICE';
    return app.socket.heard.slice(from).find(isWord) ?? null;
  });
}

test('20: what cannot be decrypted is answered alike, in NIP-44, whatever is wrong', async () => {
  const { content } = app.request('get_balance');
  const bytes = Buffer.from(content, 'base64');
  const changed = (place: number): string => {
    const copy = Buffer.from(bytes);
    const index = place < 0 ? copy.length + place : place;
    copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
    return copy.toString('base64');
  };
  const wrong = {
    'another version': changed(0),
    'a version to come': `#${content}`,
    'a wrong MAC': changed(-1),
    'another nonce': changed(1),
    'a changed length': changed(40),
    'no base64': `${content.slice(0, -4)}!!!!`,
    empty: '',
    short: content.slice(0, 100),
    'of another key': app.request('get_balance', {}, { text: 'x'.repeat(40) }).content.slice(4),
  };
  const messages = new Set<string>();
  for (const [what, one] of Object.entries(wrong)) {
    const { body, code, event } = await send({ content: one });
    assert.equal(code, 'OTHER', what);
    assert.ok(!event.content.includes('?iv='), what);
    assert.equal(field(body, 'result'), undefined);
    messages.add(textField(field(body, 'error'), 'message'));
  }
  assert.equal(messages.size, 1);
});

test('20: a text as long as NIP-44 allows is more than an event may hold', async () => {
  const long = app.request('get_balance', {}, { text: 'x'.repeat(65_535) });
  app.socket.send(['EVENT', long]);
  await eventually('it is cut off', () => (app.socket.isClosed() ? true : null));
  app = { ...app, ...(await app.at(world.relayUrl)) };
  const fits = JSON.stringify({ method: 'get_balance', params: { pad: 'x'.repeat(20_000) } });
  assert.equal((await send({ text: fits })).code, null);
});

test('21: NIP-04 that cannot be read is answered alike, in NIP-04', async () => {
  const { content } = app.request('get_balance', {}, { scheme: 'nip04' });
  const [text = '', iv = ''] = content.split('?iv=');
  const flipped = Buffer.from(text, 'base64');
  flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 0xff, flipped.length - 1);
  const wrong = {
    'an iv of 15 bytes': `${text}?iv=${Buffer.alloc(15).toString('base64')}`,
    'no iv': `${text}?iv=`,
    'another iv': `${text}?iv=${Buffer.alloc(16).toString('base64')}`,
    'a wrong padding': `${flipped.toString('base64')}?iv=${iv}`,
    'half a block': `${Buffer.from(text, 'base64').subarray(1).toString('base64')}?iv=${iv}`,
    'NIP-44': app.request('get_balance').content,
  };
  const answers = new Set<string>();
  for (const [what, one] of Object.entries(wrong)) {
    const { body, event } = await send({ content: one, encryption: 'nip04' });
    assert.ok(event.content.includes('?iv='), what);
    const { code, message } = errorOf(body);
    assert.equal(code, 'OTHER', what);
    // Another iv changes the first block only, so it is decrypted, and is no JSON.
    if (what !== 'another iv') answers.add(message);
  }
  assert.equal(answers.size, 1);
});

test('21: NIP-04 called NIP-44, no tag at all, and a scheme that no one knows', async () => {
  const { content } = app.request('get_balance', {}, { scheme: 'nip04' });
  assert.equal((await send({ content })).code, 'OTHER');
  for (const scheme of ['nip04', 'nip44_v2'] as const) {
    const { code, event } = await send({ scheme, encryption: null });
    assert.equal(code, null, 'its form says which it is');
    assert.equal(event.content.includes('?iv='), scheme === 'nip04');
  }
  const unknown = await send({ encryption: 'nip99' });
  assert.equal(unknown.code, 'UNSUPPORTED_ENCRYPTION');
  assert.ok(!unknown.event.content.includes('?iv='));
});

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('22: parameters of any shape are answered', async () => {
  const fine = [
    '{"method":"get_balance"}',
    '{"method":"get_balance","params":null}',
    '{"method":"nothing","method":"get_balance"}',
    '{"method":"get_balance","params":{"x":"\\ud800"}}',
  ];
  for (const text of fine) assert.equal((await send({ text })).code, null, text);
  const wrong = [
    '{"method":"get_balance","params":[]}',
    '{"method":"get_balance","params":"x"}',
    '{"method":"get_balance","params":7}',
    `{"method":"get_balance","params":${deep(64)}}`,
    `{"method":"get_balance","params":{"x":${deep(10_000)}}}`,
    '{"method":"get_balance","params":{"__proto__":{"x":1}}}',
    '{"method":"get_balance","params":{"x":"\\u0000"}}',
    '{"method":7}',
    '{"method":""}',
    '{}',
    '[]',
    'null',
    'get_balance',
    ' ',
    '\ufeff{}',
  ];
  for (const text of wrong) assert.equal((await send({ text })).code, 'OTHER', text.slice(0, 80));
});

function errorOf(body: unknown): { readonly code: string; readonly message: string } {
  const error = field(body, 'error');
  return { code: textField(error, 'code'), message: textField(error, 'message') };
}

test('a request longer than any that could be carried out is not stored', async () => {
  const rows = await world.countRows();
  const padded = (length: number) => app.request('get_balance', { padding: 'x'.repeat(length) });
  const [, , isTaken, words] = await app.socket.publish(padded(27_000));
  assert.equal(isTaken, false);
  assert.match(String(words), /^invalid: .*characters/);
  assert.equal(await world.countRows(), rows);
});
