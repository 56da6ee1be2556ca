/** Names of addresses, and what strangers asked for by them. */
export interface AddressMemory {
  /** By name. */
  readonly names: Map<string, HeldName>;
  /** Ids of users who take no zaps. */
  readonly zapless: Set<string>;
  readonly changes: { readonly userId: string; readonly at: Date }[];
  /** By id of the invoice. */
  readonly invoices: Map<string, AddressInvoiceRow>;
}

export interface HeldName {
  readonly userId: string;
  readonly isCurrent: boolean;
}

export interface AddressInvoiceRow {
  readonly network: string;
  readonly verifyId: string;
}

export const newAddressMemory = (): AddressMemory => ({
  names: new Map(),
  zapless: new Set(),
  changes: [],
  invoices: new Map(),
});
