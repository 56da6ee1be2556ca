import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { bytesToHex } from '../../src/base/hex.ts';
import { openConversation } from '../../src/nostr/conversation.ts';
import { newPrivateKey } from '../../src/nostr/private-key.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { BareKey } from './bare-relay.ts';
import type { BenchApp } from './bench-app.ts';

const PROGRAM = fileURLToPath(new URL('./bare-relay.ts', import.meta.url));

export interface BareRelay {
  readonly url: string;
  /** Apps that have the keys of this relay's wallets. */
  readonly apps: readonly BenchApp[];
  close(): Promise<void>;
}

/** Starts the yardstick as a process of its own, on the same database server. */
export async function startBareRelay(
  databaseUrl: string,
  apps: readonly BenchApp[],
): Promise<BareRelay> {
  const child = fork(PROGRAM, [databaseUrl]);
  const pairs = apps.map((app) => pairWith(app));
  child.send(pairs.map(({ key }) => key));
  const [port] = await once(child, 'message');
  assert(typeof port === 'number', 'the program tells its port');
  return {
    url: `ws://127.0.0.1:${port}`,
    apps: pairs.map(({ app }) => app),
    close: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function pairWith(app: BenchApp): { readonly key: BareKey; readonly app: BenchApp } {
  const secret = newPrivateKey(systemRandom);
  const walletPubkey = bytesToHex(xOnlyPointFromScalar(secret));
  const conversation = openConversation(app.secret, walletPubkey);
  assert(conversation !== null, 'the keys are keys');
  const key = { secretHex: bytesToHex(secret), walletPubkey, clientPubkey: app.clientPubkey };
  return { key, app: { ...app, walletPubkey, conversation } };
}
