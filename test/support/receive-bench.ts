import assert from 'node:assert/strict';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { startService, type WalletService } from './wallet-service.ts';
import { createWalletWorld, type Person, type WalletWorld } from './wallet-world.ts';

/** A world in which Bob is paid. */
export interface ReceiveBench {
  readonly world: WalletWorld;
  readonly service: WalletService;
  readonly bob: Person;
  invoice(): Promise<Invoice>;
}

export async function startReceiveBench(): Promise<ReceiveBench> {
  const world = createWalletWorld();
  const service = await startService(world, 'one');
  const bob = await world.addUser('bob');
  const invoice = async (): Promise<Invoice> => {
    const order = {
      ...EMPTY_ORDER,
      amountMsat: satToMsat(sat(1000n)),
      description: 'bread',
    };
    const input = { caller: bob.caller, order, idempotency: null };
    const created = await createInvoice(service.deps, input);
    assert(created.ok);
    return created.value;
  };
  return { world, service, bob, invoice };
}

/** The custom record that names the wallet of this person. */
export const account = (person: Person) =>
  new Map([[696969n, Buffer.from(person.user.identifier)]]);
