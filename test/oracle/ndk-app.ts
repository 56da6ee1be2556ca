import { parentPort, workerData } from 'node:worker_threads';
import NDK from '@nostr-dev-kit/ndk';
import { NDKNWCWallet } from '@nostr-dev-kit/wallet';
import { WebSocket } from 'ws';

/** An app on NDK in a thread of its own: nothing else ends the timers that NDK begins. */

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const wallet = new NDKNWCWallet(new NDK(), { pairingCode: String(workerData) });
const ready = new Promise<void>((resolve) => {
  wallet.on('ready', () => resolve());
});

const CALLS: Readonly<Record<string, (argument: unknown) => unknown>> = {
  relays: () => wallet.pool?.urls(),
  methods: async () => (await wallet.getInfo()).methods,
  balanceSat: async () => {
    await wallet.updateBalance();
    return wallet.balance?.amount;
  },
  pay: async (bolt11) => (await wallet.lnPay({ pr: String(bolt11) }))?.preimage,
  makeInvoice: async (amountMsat) =>
    (await wallet.makeInvoice(Number(amountMsat), 'bread')).invoice,
  amountsSat: async () => (await wallet.fetchTransactions()).map(({ amount }) => amount),
};

parentPort?.on('message', async ({ call, argument }: { call: string; argument: unknown }) => {
  try {
    await ready;
    parentPort?.postMessage({ result: await CALLS[call]?.(argument) });
  } catch (error) {
    // NDK also throws the answer of the wallet as it came.
    parentPort?.postMessage({ error: error instanceof Error ? error.message : error });
  }
});
