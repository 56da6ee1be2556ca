/** Names of lightning addresses, and the invoices that strangers asked for by them. */
export interface AddressMemory {
  /** The owners of names, by name. */
  readonly names: Map<string, HeldName>;
  /** Ids of users who accept no zaps. */
  readonly zapless: Set<string>;
  readonly changes: { readonly userId: string; readonly at: Date }[];
  /** Invoices, by id. */
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
