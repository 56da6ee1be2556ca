import { createInvoiceForApp } from '../../src/lndhub/addinvoice.post.ts';
import { sendKeysendForApp } from '../../src/lndhub/keysend.post.ts';
import type { LndhubAnswer } from '../../src/lndhub/lndhub-answer.ts';
import { payInvoiceForApp } from '../../src/lndhub/payinvoice.post.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import type { App, AppCall, NewAppInput } from './app-model.ts';
import { drawInput } from './app-requests.ts';
import { noteBug } from './model.ts';
import { call } from './orders.ts';
import type { Parts } from './service-process.ts';
import { note, type Simulation } from './simulation.ts';

/** What phone wallets do over LndHub: they wait for eight seconds, and then ask again. */

export function phonePays(simulation: Simulation): void {
  place(simulation, pickPhone(simulation), drawInput(simulation));
}

export function phoneMakesInvoice(simulation: Simulation): void {
  const amountMsat = BigInt(simulation.dice.between(1, 3000)) * 1000n;
  place(simulation, pickPhone(simulation), { kind: 'invoice', amountMsat });
}

/** Pays an invoice once more; a keysend would be another one, and apps do not do that. */
export function phoneRepeats(simulation: Simulation): void {
  const { dice, model } = simulation;
  const paid = model.calls.filter(({ input }) => input.kind === 'bill').slice(-6);
  if (paid.length === 0) return;
  const { app, input } = dice.pick(paid);
  place(simulation, app, input);
}

const pickPhone = ({ dice, model }: Simulation): App =>
  dice.pick(model.apps.filter(({ wire }) => wire === null));

function place(simulation: Simulation, app: App, input: NewAppInput): void {
  const { dice, model } = simulation;
  const number = model.calls.length;
  const placed: AppCall = { number, app, input, answer: null };
  model.calls.push(placed);
  note(simulation, `call ${number} of ${app.name}: ${input.kind}`);
  void call(simulation, async (parts, life) => {
    if (dice.chance(0.1)) life.dieIn(dice.between(1, 30));
    placed.answer = await carryOut(parts, placed);
    note(simulation, `call ${number} hears ${describe(placed.answer)}`);
    if (input.kind === 'invoice') await noteInvoice(simulation, placed.answer);
  }).catch((error: unknown) => noteBug(model, error));
}

async function carryOut(parts: Parts, { app: { caller }, input }: AppCall): Promise<LndhubAnswer> {
  const deps = { ...parts, appGrantUses: { noteRefusal: () => undefined }, keysendRates: null };
  const ask = (body: object) => ({ caller, body: new Map(Object.entries(body)) });
  switch (input.kind) {
    case 'bill': {
      // Phones know whole sats alone.
      const { amountMsat } = input;
      const amount = amountMsat === null ? {} : { amount: String(amountMsat / 1000n) };
      return await payInvoiceForApp(deps, ask({ invoice: input.bolt11, ...amount }));
    }
    case 'keysend': {
      const { amountSat, to } = input.item;
      const [destination, customRecords] =
        to === null ? [EXTERNAL, {}] : [parts.node.pubkey, { 696969: to.user.identifier }];
      return await sendKeysendForApp(
        deps,
        ask({ amount: Number(amountSat), destination, customRecords }),
      );
    }
    default: {
      const amt = input.kind === 'invoice' ? Number(input.amountMsat / 1000n) : 1;
      return await createInvoiceForApp(deps, ask({ amt, memo: 'bread' }));
    }
  }
}

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);

async function noteInvoice({ model, storage }: Simulation, answer: LndhubAnswer): Promise<void> {
  if (answer.kind !== 'json') return;
  const hash: unknown = Reflect.get(answer.body, 'hash');
  const { invoices } = storage.stores;
  const made = await storage.perform(() => invoices.findInvoiceByHash(String(hash)));
  if (made !== null) model.invoices.push(made.invoice);
}

const describe = (answer: LndhubAnswer): string =>
  answer.kind === 'json' ? 'success' : `code ${answer.error.code}: ${answer.error.message}`;
