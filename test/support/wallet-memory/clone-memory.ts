import { Balances } from '../money-model/ledger/invariants.ts';
import type { MemoryState } from '../money-model/state.ts';
import { cloneChain } from './chain-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

/** A database as it is now: what happens to one later happens to the other no more. */
export const cloneMemory = (memory: WalletMemory): WalletMemory => ({
  clock: memory.clock,
  money: cloneMoney(memory.money),
  users: new Map(memory.users),
  batchRefusals: new Map(memory.batchRefusals),
  invoicesToCancel: new Set(memory.invoicesToCancel),
  maxBalancesSat: new Map(memory.maxBalancesSat),
  unclaimed: [...memory.unclaimed],
  alarms: [...memory.alarms],
  processes: new Map(memory.processes),
  leases: new Map(memory.leases),
  passedInvoices: new Map(memory.passedInvoices),
  checkedSettlements: new Map(memory.checkedSettlements),
  safety: { ...memory.safety, stops: new Map(memory.safety.stops) },
  stuck: new Map(memory.stuck),
  addresses: {
    names: new Map(memory.addresses.names),
    zapless: new Set(memory.addresses.zapless),
    changes: [...memory.addresses.changes],
    invoices: new Map(memory.addresses.invoices),
  },
  apps: {
    grants: new Map(memory.apps.grants),
    devices: new Map(memory.apps.devices),
    keys: new Map(memory.apps.keys),
    requests: new Map(memory.apps.requests),
  },
  chain: cloneChain(memory.chain),
});

function cloneMoney(money: MemoryState): MemoryState {
  const balances = new Balances();
  for (const transfer of money.transfers) balances.apply(transfer);
  const copied = <Value extends object>(map: ReadonlyMap<string, Value>): Map<string, Value> =>
    new Map([...map].map(([key, value]) => [key, { ...value }]));
  return {
    payments: new Map(money.payments),
    withdrawals: new Map(money.withdrawals),
    signedAt: new Map(money.signedAt),
    freed: new Set(money.freed),
    invoices: copied(money.invoices),
    batches: new Map(money.batches),
    batchItemStates: new Map(money.batchItemStates),
    keys: new Map(money.keys),
    budgets: new Map(money.budgets),
    approvals: new Map(money.approvals),
    countedAt: new Map(money.countedAt),
    records: new Map([...money.records].map(([user, records]) => [user, [...records]])),
    transfers: [...money.transfers],
    balances,
    cursors: copied(money.cursors),
    receivedSets: new Map(money.receivedSets),
    outflow: money.outflow.copy(),
    fence: money.fence,
  };
}
