import { msat } from '../../../src/base/amount.ts';
import type { Answer, ApiUser } from '../api-user.ts';
import type { SendPlan } from '../fake-node.ts';
import { listOf } from '../fields.ts';
import type { LndhubWorld, Phone, PhoneInput } from './lndhub-world.ts';

export interface Payer {
  readonly user: ApiUser;
  readonly phone: Phone;
}

/** Someone with 10,000 sats and a phone. */
export async function addPayer(world: LndhubWorld, input: PhoneInput = {}): Promise<Payer> {
  const user = await world.addUser();
  await user.receive(10_000);
  return { user, phone: await world.connect(user, input) };
}

export const pay = (phone: Phone, invoice: string, amount?: unknown): Promise<Answer> =>
  phone.post('/payinvoice', { invoice, ...(amount === undefined ? {} : { amount }) });

export const listTxs = async (phone: Phone, query = ''): Promise<readonly unknown[]> =>
  listOf((await phone.get(`/gettxs${query}`)).body);

/** As Node.js writes it in JSON. */
export const buffer = (hex: string) => ({ type: 'Buffer', data: [...Buffer.from(hex, 'hex')] });

export const GOOD_PLAN: SendPlan = { kind: 'succeed', feeMsat: msat(1000n) };

/** The node keeps payments until the test says how they end. */
export function holdPayments({ node }: LndhubWorld): { end(plan: SendPlan): void } {
  const end = Promise.withResolvers<SendPlan>();
  node.plan = { kind: 'hold', until: end.promise };
  return {
    end: (plan) => {
      node.plan = GOOD_PLAN;
      end.resolve(plan);
    },
  };
}
