import assert from 'node:assert/strict';
import { LNDHUB_PREFIX } from '../../src/apps/lndhub-devices/lndhub-token.ts';
import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import type { NetworkDescription } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { signEvent } from '../../src/nostr/event.ts';
import { REQUEST_KIND } from '../../src/nwc/wire-kinds.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { CHAIN_PATH } from '../crash/chain-book.ts';
import { externalAddress } from '../crash/chain-side.ts';
import { nodeNamed } from '../crash/node-side.ts';
import { type Client, keysOf, type Wallet } from '../crash/wallets.ts';
import type { WebBrowser } from './web-browser.ts';

/** The ways by which money leaves a service, each as the one who uses it goes it. */

export interface DoorDeps {
  readonly client: Client;
  readonly simulator: SimulatorControl;
  readonly network: NetworkDescription;
}

/** Pays as soon as it is called; all that has to be ready for this is. */
export type Payment = () => Promise<unknown>;
type Door = (deps: DoorDeps, wallet: Wallet) => Promise<Payment>;

export const PAYMENT_SAT = 1000;
/** What has to be approved. */
export const ASKED_SAT = 2000;
const WITHDRAWN_SAT = 6000;

const call =
  ({ client }: DoorDeps, wallet: Wallet, path: string, body: object): Payment =>
  () =>
    client.call(wallet, { path, body });

export async function externalBill(
  { simulator }: Pick<DoorDeps, 'simulator'>,
  amountSat = PAYMENT_SAT,
): Promise<string> {
  const made = await simulator.invoice({ amountSat });
  assert(made.ok, 'someone outside makes an invoice');
  return made.value.paymentRequest;
}

const keysendTo = ({ network }: DoorDeps): object => ({
  amount: PAYMENT_SAT,
  destination: nodeNamed(network, 'alice').pubkey,
});

const ask = (deps: DoorDeps, wallet: Wallet, method: string, params: object): Payment => {
  const { conversation, privateKey, clientPubkey, walletPubkey } = keysOf(wallet.apps);
  const draft = {
    kind: REQUEST_KIND,
    created_at: Math.floor(Date.now() / 1000),
    content: conversation.encrypt(JSON.stringify({ method, params }), 'nip44_v2', systemRandom),
    tags: [
      ['p', walletPubkey],
      ['encryption', 'nip44_v2'],
    ],
  };
  return call(deps, wallet, '/relay', signEvent(draft, privateKey, clientPubkey));
};

/** By HTTP, over LndHub and Nostr Wallet Connect. */
export const DOORS: Readonly<Record<string, Door>> = {
  bolt11: async (deps, wallet) =>
    call(deps, wallet, '/payments/bolt11', { invoice: await externalBill(deps) }),
  keysend: async (deps, wallet) => call(deps, wallet, '/payments/keysend', keysendTo(deps)),
  'multi keysend': async (deps, wallet) => {
    const keysends = [keysendTo(deps), keysendTo(deps), keysendTo(deps)];
    return call(deps, wallet, '/payments/keysend/multi', { keysends });
  },
  LndHub: async (deps, wallet) =>
    call(deps, wallet, `${LNDHUB_PREFIX}/payinvoice`, { invoice: await externalBill(deps) }),
  pay_invoice: async (deps, wallet) =>
    ask(deps, wallet, 'pay_invoice', { invoice: await externalBill(deps) }),
  pay_keysend: async (deps, wallet) => {
    const pubkey = nodeNamed(deps.network, 'bob').pubkey;
    return ask(deps, wallet, 'pay_keysend', { amount: PAYMENT_SAT * 1000, pubkey });
  },
  bitcoin: async (deps, wallet) => {
    const address = await externalAddress(deps.network);
    return call(deps, wallet, CHAIN_PATH, { address, amount: WITHDRAWN_SAT, speed: 'fast' });
  },
};

/** A page in a browser in which a user is signed in. */
export interface OpenPages {
  readonly browser: WebBrowser;
  readonly baseUrl: string;
}

/** Presses the button of a review of the page “Send”. */
export async function sendForm(
  { browser, baseUrl }: OpenPages,
  to: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Payment> {
  const send = `${baseUrl}/send`;
  const review = await browser.submit(await browser.get(send), send, { to, ...fields });
  const path = /action="(\/send\/[^"]+\/pay)"/.exec(review)?.[1];
  assert(path !== undefined, review.slice(review.indexOf('<main'), 4000));
  return () => browser.submit(review, baseUrl + path, {});
}

/** Presses the buttons of all payments that wait for an approval. */
export async function approvals({ browser, baseUrl }: OpenPages): Promise<readonly Payment[]> {
  const list = await browser.get(`${baseUrl}/approvals`);
  const paths = new Set([...list.matchAll(/href="(\/approvals\/[^"/?]+)"/g)].map(([, one]) => one));
  const pages = [...paths].map(async (path) => {
    const page = await browser.get(baseUrl + path);
    return () => browser.submit(page, `${baseUrl}${path}/pay`, {});
  });
  return await Promise.all(pages);
}
