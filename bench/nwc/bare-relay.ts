/**
 * The least that a wallet service over Nostr Wallet Connect can do on the same sockets: it verifies
 * a request, decrypts it, stores its id in one commit, encrypts an answer and signs it. There are
 * no wallets, users or limits.
 *
 *     node bench/nwc/bare-relay.ts URL
 *
 * The parent process sends the keys of wallets and apps. The relay reports its port, and ends with
 * its parent.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { hexToBytes } from '../../src/base/hex.ts';
import { openPool } from '../../src/database/pool.ts';
import { type Conversation, openConversation } from '../../src/nostr/conversation.ts';
import {
  findEventProblem,
  type NostrEvent,
  signEvent,
  toEvent,
  writeEvent,
} from '../../src/nostr/event.ts';
import { parseList } from '../../src/nostr/parse-json.ts';
import { RESPONSE_KIND } from '../../src/nwc/wire-kinds.ts';
import { systemRandom } from '../../src/system/system-random.ts';

/** The key of a wallet, and the app whose requests it answers. */
export interface BareKey {
  readonly secretHex: string;
  readonly walletPubkey: string;
  readonly clientPubkey: string;
}

interface Side extends BareKey {
  readonly secret: Uint8Array;
  readonly conversation: Conversation;
}

const [url] = process.argv.slice(2);
assert(url !== undefined, 'one argument');
const sql = openPool(
  {
    url,
    applicationName: 'bench bare relay',
    onStatement: null,
    statementTimeoutMs: 30_000,
    lockTimeoutMs: 10_000,
  },
  { max: 10 },
);
await sql`create table if not exists bench_request (id bytea primary key)`;

const sides = new Map<string, Side>();
const [keys] = await once(process, 'message');
for (const key of keys as readonly BareKey[]) {
  const secret = hexToBytes(key.secretHex, 32);
  assert(secret !== null, 'a key has 32 bytes');
  const conversation = openConversation(secret, key.clientPubkey);
  assert(conversation !== null, 'the keys are keys');
  sides.set(key.clientPubkey, { ...key, secret, conversation });
}

const RESULT = { result_type: 'get_balance', result: { balance: 1_000_000_000 } };

async function answer(request: NostrEvent): Promise<NostrEvent> {
  const side = sides.get(request.pubkey);
  assert(side !== undefined && findEventProblem(request) === null, 'a request of an app');
  assert(side.conversation.decrypt(request.content, 'nip44_v2').ok, 'it can be read');
  await sql`insert into bench_request (id) values (${Buffer.from(request.id, 'hex')})`;
  return signEvent(
    {
      kind: RESPONSE_KIND,
      created_at: request.created_at,
      content: side.conversation.encrypt(JSON.stringify(RESULT), 'nip44_v2', systemRandom),
      tags: [
        ['p', side.clientPubkey],
        ['e', request.id],
      ],
    },
    side.secret,
    side.walletPubkey,
  );
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const [name, value] = parseList(String(data)) ?? [];
    if (name === 'REQ') socket.send(JSON.stringify(['EOSE', value]));
    const request = name === 'EVENT' ? toEvent(value) : null;
    if (request === null) return;
    // The app that asks gives its subscription the id of the request.
    void answer(request).then((event) => {
      socket.send(JSON.stringify(['OK', request.id, true, '']));
      socket.send(`["EVENT","${request.id}",${writeEvent(event)}]`);
    });
  });
});
await once(server, 'listening');
process.once('disconnect', () => process.exit(0));
process.send?.((server.address() as AddressInfo).port);
