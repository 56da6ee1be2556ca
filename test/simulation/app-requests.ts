import type { EncryptionScheme } from '../../src/nostr/conversation.ts';
import { signEvent } from '../../src/nostr/event.ts';
import { takeEvent } from '../../src/nwc/relay/take-event.ts';
import { REQUEST_KIND } from '../../src/nwc/wire-kinds.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import type { App, AppRequest, AppWire, NewAppInput } from './app-model.ts';
import type { Life } from './life.ts';
import { noteBug } from './model.ts';
import { call, newBill, newItem, toBill } from './orders.ts';
import type { KeysendItem } from './person.ts';
import { note, type Simulation } from './simulation.ts';

/** What apps do over Nostr Wallet Connect: the same event may come at any time, and anywhere. */

export function appPays(simulation: Simulation): void {
  const { dice, model } = simulation;
  const [app, wire] = pickApp(simulation);
  const input = drawInput(simulation);
  // A client that gave up asks for the same by another event.
  const earlier = [...model.requests.values()].filter(
    (one) => one.app === app && one.input.kind === 'bill',
  );
  const isRetry = earlier.length > 0 && dice.chance(0.15);
  sendSoon(simulation, ask(simulation, app, wire, isRetry ? dice.pick(earlier).input : input));
}

export function appAsks(simulation: Simulation): void {
  const { dice } = simulation;
  const [app, wire] = pickApp(simulation);
  if (dice.chance(0.4)) {
    const amountMsat = BigInt(dice.between(1000, 3_000_000));
    sendSoon(simulation, ask(simulation, app, wire, { kind: 'invoice', amountMsat }));
    return;
  }
  const method = dice.pick(['get_balance', 'get_budget', 'get_info', 'lookup_invoice', 'nonsense']);
  const params = method === 'lookup_invoice' ? { payment_hash: anyHash(simulation) } : {};
  sendSoon(simulation, ask(simulation, app, wire, { kind: 'question', method, params }));
}

/** By the app, by a relay that keeps what it has, or by someone who wants it to be paid twice. */
export function replayRequest(simulation: Simulation): void {
  const { dice, model } = simulation;
  const all = [...model.requests.values()];
  const known = dice.chance(0.7) ? all.slice(-6) : all;
  if (known.length > 0) send(simulation, dice.pick(known));
}

export function pickApp({ dice, model }: Simulation): readonly [App, AppWire] {
  const wired = model.apps.flatMap((app) => (app.wire === null ? [] : [[app, app.wire] as const]));
  return dice.pick(wired);
}

/** Something to be paid: of someone outside, of this service, or no invoice at all. */
export function drawInput(simulation: Simulation): NewAppInput {
  const { dice, model } = simulation;
  if (dice.chance(0.45)) return { kind: 'keysend', item: newItem(simulation) };
  const own = [...model.invoices, ...model.asked].filter(({ bolt11 }) => bolt11 !== null);
  if (own.length > 0 && dice.chance(0.4)) {
    return toBill(simulation, dice.pick(own));
  }
  const isOld = model.bills.length > 0 && dice.chance(0.4);
  const bill = isOld ? dice.pick(model.bills.slice(-6)) : newBill(simulation);
  return toBill(simulation, bill);
}

function anyHash({ dice, model }: Simulation): string {
  const hashes = [...model.bills, ...model.invoices].map(({ paymentHash }) => paymentHash);
  return hashes.length > 0 ? dice.pick(hashes) : '0'.repeat(64);
}

/** Clocks of phones are wrong by minutes. */
const drawAheadSec = ({ dice }: Simulation): number =>
  dice.chance(0.2) ? dice.between(-620, 620) : 0;

/** Signs a request, which is still to be sent. */
export function ask(
  simulation: Simulation,
  app: App,
  wire: AppWire,
  input: NewAppInput,
  aheadSec = drawAheadSec(simulation),
): AppRequest {
  const { clock, dice, model, random } = simulation;
  const scheme: EncryptionScheme = dice.chance(0.2) ? 'nip04' : 'nip44_v2';
  const content = JSON.stringify(bodyOf(simulation, input));
  const draft = {
    kind: REQUEST_KIND,
    created_at: Math.floor(clock.now().getTime() / 1000) + aheadSec,
    content: wire.conversation.encrypt(content, scheme, random),
    tags: [
      ['p', wire.walletPubkey],
      ['encryption', scheme],
    ],
  };
  const event = signEvent(draft, wire.privateKey, wire.clientPubkey);
  const number = model.requests.size;
  const request: AppRequest = { number, app, input, event, heard: [] };
  model.requests.set(event.id, request);
  note(simulation, `request ${number} of ${app.name}: ${input.kind}`);
  return request;
}

/** Some overtake others. */
function sendSoon(simulation: Simulation, request: AppRequest): void {
  const { clock, dice } = simulation;
  if (dice.chance(0.15))
    void clock.sleep(dice.between(1, 8000)).then(() => send(simulation, request));
  else send(simulation, request);
}

/** At several processes, or sockets, at once. */
function send(simulation: Simulation, request: AppRequest): void {
  const { dice } = simulation;
  const copies = dice.chance(0.2) ? dice.between(2, 4) : 1;
  for (let count = 0; count < copies; count += 1) sendOnce(simulation, request);
}

function sendOnce(simulation: Simulation, request: AppRequest): void {
  const { dice } = simulation;
  sendTo(simulation, request, (life) => {
    if (dice.chance(0.15)) life.dieIn(dice.between(1, 30));
  });
}

/** What becomes of the process that takes it begins before it does. */
export function sendTo(
  simulation: Simulation,
  { number, event }: AppRequest,
  meanwhile: (life: Life) => void,
): void {
  const { model } = simulation;
  void call(simulation, async (_, life, { nwc, rates }) => {
    meanwhile(life);
    const { reply } = await takeEvent(nwc.relay, rates, event);
    note(simulation, `request ${number}: ${reply?.replace(event.id, '') ?? 'no one can say'}`);
  }).catch((error: unknown) => noteBug(model, error));
}

function bodyOf({ node }: Simulation, input: NewAppInput): object {
  switch (input.kind) {
    case 'bill': {
      const amount = input.amountMsat === null ? {} : { amount: Number(input.amountMsat) };
      return { method: 'pay_invoice', params: { invoice: input.bolt11, ...amount } };
    }
    case 'keysend':
      return { method: 'pay_keysend', params: keysendParams(input.item, node.scripted.identity) };
    case 'invoice':
      return { method: 'make_invoice', params: { amount: Number(input.amountMsat) } };
    case 'question':
      return { method: input.method, params: input.params };
  }
}

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);

const keysendParams = ({ amountSat, to }: KeysendItem, own: { readonly pubkey: string }) => ({
  amount: Number(amountSat) * 1000,
  pubkey: to === null ? EXTERNAL : own.pubkey,
  tlv_records:
    to === null ? [] : [{ type: 696969, value: Buffer.from(to.user.identifier).toString('hex') }],
});
