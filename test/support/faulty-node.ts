import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import type {
  FaultOrder,
  SimulatorControl,
} from '../../src/lightning/simulator-protocol/control-protocol.ts';
import { FAULT_NAMES } from '../../src/lightning/simulator-protocol/fault-protocol.ts';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { type RunningService, startService } from './running-service.ts';
import {
  type Answer,
  addWalletUser,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from './wallet-user.ts';

/** The whole program with a node that misbehaves in its REST interface. */
export interface FaultyNode {
  readonly service: RunningService;
  readonly control: SimulatorControl;
  readonly payer: WalletUser;
  /** Adds the user who makes the next payments. */
  addPayer(): Promise<void>;
  fault(kind: string, order?: Omit<FaultOrder, 'kind'>): Promise<void>;
  externalInvoice(): Promise<string>;
  pay(invoice: string): Promise<Answer>;
  /** Pays while a fault is set, and returns after the fault has happened. */
  payUnder(kind: string, order?: Omit<FaultOrder, 'kind'>): Promise<Struck>;
  noneIsOpen(): Promise<void>;
  /** Asserts that the wallet has lost what its settled payments cost, and nothing else. */
  reconcileSettledInvoices(count: number): Promise<void>;
  /** Connects to the network again after it was restarted. */
  reconnect(): Promise<void>;
}

export interface Struck {
  readonly kind: string;
  readonly invoice: string;
  readonly answer: Promise<Answer>;
}

export const START_SAT = 100_000;
export const PENDING = /still pending/;

/** Short grace periods, so that money for payments that never arrive is returned within seconds. */
const GRACES = { SATCHEL_NOT_FOUND_GRACE: '1', SATCHEL_HEARTBEAT_GRACE: '2' };

export function describeFaultyNode(
  variables: Readonly<Record<string, string>>,
  addTests: (world: FaultyNode) => void,
): void {
  describe('a node that misbehaves', () => {
    let service: RunningService;
    let control: SimulatorControl;
    let payer: WalletUser;

    before(async () => {
      service = await startService({ ...GRACES, ...variables });
      control = await service.simulator();
    });
    after(() => service.dispose());
    afterEach(async () => {
      await control.clearFaults(null);
      await service.withStores(async ({ payments, books }) => {
        await untilPasses(async () => assert.deepEqual(await payments.listOpenPayments(), []));
        assert.deepEqual((await books.checkBooks()).findings, []);
      });
    });

    const fault: FaultyNode['fault'] = async (kind, order = {}) => {
      assert(FAULT_NAMES.some((name) => name === kind));
      assert((await control.setFault({ kind, ...order })).ok, kind);
    };
    const externalInvoice = async (): Promise<string> => {
      const made = await control.invoice({ amountSat: 1000 });
      assert(made.ok);
      return made.value.paymentRequest;
    };
    const pay = (invoice: string): Promise<Answer> => payer.post('/payments/bolt11', { invoice });

    addTests({
      get service() {
        return service;
      },
      get control() {
        return control;
      },
      get payer() {
        return payer;
      },
      fault,
      externalInvoice,
      pay,
      addPayer: async () => {
        payer = await addWalletUser(service);
        await fund(service, payer, START_SAT);
      },
      payUnder: async (kind, order = {}) => {
        const invoice = await externalInvoice();
        await fault(kind, order);
        const answer = pay(invoice);
        await untilPasses(async () => {
          const rules = await control.faults();
          assert(rules.ok && !rules.value.some((rule) => field(rule, 'kind') === kind), kind);
        });
        return { kind, invoice, answer };
      },
      noneIsOpen: () =>
        service.withStores(({ payments }) =>
          untilPasses(async () => assert.deepEqual(await payments.listOpenPayments(), [])),
        ),
      reconcileSettledInvoices: async (count) => {
        const records = asArray((await payer.get('/invoices/outgoing')).body);
        assert.equal(records.length, count);
        const costs = records.map((one) => numberField(one, 'amount') + numberField(one, 'fee'));
        const spent = costs.reduce((sum, cost) => sum + cost, 0);
        assert.equal(await payer.balanceSat(), START_SAT - spent);
      },
      reconnect: async () => {
        control = await service.simulator();
      },
    });
  });
}

export function checkPending({ status, body }: Answer, why = ''): void {
  assert.equal(status, 500, why);
  assert.equal(field(body, 'code'), 10);
  assert.match(textField(body, 'message'), PENDING, why);
}
