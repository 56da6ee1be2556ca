import type {
  AddressInvoiceStore,
  AddressLimits,
} from '../../../src/address/address-invoice-store.ts';
import type {
  AddressNameStore,
  ClaimOutcome,
  Payee,
} from '../../../src/address/address-name-store.ts';
import { networkSizes } from '../../../src/base/network-sizes.ts';
import type { User } from '../../../src/users/user-store.ts';
import type { StoredInvoice } from '../money-model/state.ts';
import type { AddressInvoiceRow } from './address-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

const YEAR_MS = 365 * 86_400_000;

export function createAddressNamesOf({ addresses, users }: WalletMemory): AddressNameStore {
  const { names, changes, zapless } = addresses;
  const nameOf = (userId: string): string | null =>
    [...names].find(([, held]) => held.userId === userId && held.isCurrent)?.[0] ?? null;
  const giveUp = (userId: string): void => {
    const name = nameOf(userId);
    if (name !== null) names.set(name, { userId, isCurrent: false });
  };
  const isChangeLeft = (userId: string, at: Date, changesMax: number | null): boolean => {
    const since = at.getTime() - YEAR_MS;
    const made = changes.filter((one) => one.userId === userId && one.at.getTime() > since);
    return changesMax === null || made.length < changesMax;
  };
  const claim = (
    userId: string,
    name: string,
    at: Date,
    changesMax: number | null,
  ): ClaimOutcome => {
    const held = names.get(name);
    if (held?.userId === userId && held.isCurrent) return 'claimed';
    const hadOne = [...names.values()].some((one) => one.userId === userId);
    if (hadOne && !isChangeLeft(userId, at, changesMax)) return 'too_many_changes';
    if (held !== undefined && held.userId !== userId) return 'taken';
    giveUp(userId);
    names.set(name, { userId, isCurrent: true });
    if (hadOne) changes.push({ userId, at });
    return 'claimed';
  };
  return {
    claimName: async (userId, name, at, changesMax) => {
      if (name !== null) return claim(userId, name, at, changesMax);
      giveUp(userId);
      return 'claimed';
    },
    releaseName: async (name) => {
      const held = names.get(name);
      if (held === undefined) return 'absent';
      if (held.isCurrent) return 'in_use';
      names.delete(name);
      return 'released';
    },
    findName: async (userId) => nameOf(userId),
    findOwner: async (name) => names.get(name)?.userId ?? null,
    findPayee: async (name) => {
      const held = names.get(name);
      const user = held?.isCurrent ? users.get(held.userId) : undefined;
      if (user === undefined || user.disabledAt !== null) return null;
      return { ...toPayee(name, user), payPage: NOTHING_SET, takesZaps: !zapless.has(user.id) };
    },
    findTakesZaps: async (userId) => !zapless.has(userId),
    setTakesZaps: async (userId, takesZaps) => {
      if (takesZaps) zapless.delete(userId);
      else zapless.add(userId);
    },
    readPayPage: async () => NOTHING_SET,
    savePayPage: async () => undefined,
  };
}

const NOTHING_SET = { text: '', amountsSat: [] };

const toPayee = (
  addressName: string,
  { id, name, identifier, nostrPubkey }: User,
): Omit<Payee, 'payPage' | 'takesZaps'> => ({
  userId: id,
  addressName,
  displayName: name,
  identifier,
  nostrPubkey,
  roomSat: null,
});

export function createAddressInvoicesOf(
  { addresses, money }: WalletMemory,
  limits: AddressLimits,
): AddressInvoiceStore {
  const rows = addresses.invoices;
  const listed = (): readonly (AddressInvoiceRow & StoredInvoice)[] =>
    [...rows].flatMap(([id, row]) => {
      const stored = money.invoices.get(id);
      return stored === undefined ? [] : [{ ...row, ...stored }];
    });
  const hasRoom = (userId: string, network: string, at: Date): boolean => {
    const open = listed().filter(
      ({ invoice, settledAt }) => settledAt === null && invoice.expiresAt > at,
    );
    const ofUser = open.filter(({ invoice }) => invoice.userId === userId).length;
    const share = Math.min(1 - ofUser / limits.perUser, 1 - open.length / limits.inAll);
    return networkSizes(network).every(({ key, factor }) => {
      const sizesOf = (one: { readonly network: string }) => networkSizes(one.network);
      const count = open.filter((one) => sizesOf(one).some((size) => size.key === key)).length;
      return count < Math.ceil(limits.perNetwork * factor * share);
    });
  };
  return {
    insertInvoice: async ({ invoice, network, verifyId }) => {
      if (!hasRoom(invoice.userId, network, invoice.createdAt)) return 'too_many';
      money.invoices.set(invoice.id, { invoice, settledAt: null });
      rows.set(invoice.id, { network, verifyId });
      return 'inserted';
    },
    findByVerifyId: async (verifyId) => {
      const found = listed().find((one) => one.verifyId === verifyId);
      return found === undefined ? null : { ...found.invoice, settledAt: found.settledAt };
    },
    listExpired: async (before, { limit, offset }) =>
      listed()
        .filter(({ invoice, settledAt }) => settledAt === null && invoice.expiresAt < before)
        .map(({ invoice }) => invoice)
        .sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt) || (a.id < b.id ? -1 : 1))
        .slice(offset, offset + limit)
        .map(({ id, paymentHash }) => ({ id, paymentHash })),
    removeUnpaid: async (ids) => {
      const unpaid = ids.filter((id) => rows.has(id) && money.invoices.get(id)?.settledAt === null);
      for (const id of unpaid) {
        rows.delete(id);
        money.invoices.delete(id);
      }
      return unpaid.length;
    },
  };
}
