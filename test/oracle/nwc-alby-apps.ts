import { NWCClient as Client8 } from '@getalby/sdk/nwc';
import { webln as webln2 } from 'alby-sdk-2';
import { webln as webln3 } from 'alby-sdk-3.2';
import { nwc as nwc3 } from 'alby-sdk-3.9';
import { nwc as nwc4 } from 'alby-sdk-4';
import { nwc as nwc5 } from 'alby-sdk-5';
import { NWCClient as Client7 } from 'alby-sdk-7/nwc';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { textField } from '../support/fields.ts';

/** A version of `@getalby/sdk` as an app works with it. Null for what it cannot do. */
export interface AlbyApp {
  /** The link as it understood it. */
  readonly relayUrl: string;
  readonly walletPubkey: string;
  balanceSat(): Promise<number>;
  makeInvoice(amountSat: number, memo: string): Promise<string>;
  /** Answers the preimage. */
  pay(bolt11: string): Promise<string>;
  readonly methods: (() => Promise<readonly string[]>) | null;
  readonly isPaid: ((bolt11: string) => Promise<boolean>) | null;
  readonly keysend: ((pubkey: string, amountSat: number) => Promise<string>) | null;
  /** Amounts in sat, newest first. */
  readonly list: (() => Promise<readonly number[]>) | null;
  readonly budget: (() => Promise<unknown>) | null;
  close(): void;
}

export interface AlbyVersion {
  readonly version: string;
  /** What it speaks with a wallet that offers both. */
  readonly scheme: 'nip04' | 'nip44_v2';
  readonly open: (uri: string) => Promise<AlbyApp>;
}

/** The part of `NWCClient` that its versions have in common; the types of old ones do not load. */
interface NwcClient {
  readonly relayUrl?: string;
  readonly relayUrls?: readonly string[];
  readonly walletPubkey: string;
  getInfo(): Promise<{ readonly methods: readonly string[] }>;
  getBalance(): Promise<{ readonly balance: number }>;
  getBudget(): Promise<unknown>;
  payInvoice(request: { invoice: string }): Promise<{ readonly preimage: string }>;
  payKeysend(request: {
    pubkey: string;
    amount: number;
    tlv_records: { type: number; value: string }[];
  }): Promise<{ readonly preimage: string }>;
  makeInvoice(request: {
    amount: number;
    description: string;
  }): Promise<{ readonly invoice: string }>;
  lookupInvoice(request: { invoice: string }): Promise<{ readonly settled_at?: number | null }>;
  listTransactions(request: {
    limit: number;
  }): Promise<{ readonly transactions: readonly { readonly amount: number }[] }>;
  close(): void;
}

function openClient(client: NwcClient): AlbyApp {
  return {
    relayUrl: client.relayUrl ?? client.relayUrls?.[0] ?? '',
    walletPubkey: client.walletPubkey,
    balanceSat: async () => (await client.getBalance()).balance / 1000,
    makeInvoice: async (amountSat, description) =>
      (await client.makeInvoice({ amount: amountSat * 1000, description })).invoice,
    pay: async (invoice) => (await client.payInvoice({ invoice })).preimage,
    methods: async () => (await client.getInfo()).methods,
    isPaid: async (invoice) => Boolean((await client.lookupInvoice({ invoice })).settled_at),
    keysend: async (pubkey, amountSat) => {
      const records = [{ type: 7629169, value: 'ff00aa' }];
      const order = { pubkey, amount: amountSat * 1000, tlv_records: records };
      return (await client.payKeysend(order)).preimage;
    },
    list: async () =>
      (await client.listTransactions({ limit: 20 })).transactions.map(
        ({ amount }) => amount / 1000,
      ),
    budget: () => client.getBudget(),
    close: () => client.close(),
  };
}

/** The only one that spoke to wallets before there was an `NWCClient`. */
interface WeblnProvider {
  readonly relayUrl: string;
  readonly walletPubkey: string;
  enable(): Promise<void>;
  getBalance(): Promise<{ readonly balance: number }>;
  makeInvoice(request: {
    amount: number;
    defaultMemo: string;
  }): Promise<{ readonly paymentRequest: string }>;
  sendPayment(bolt11: string): Promise<{ readonly preimage: string }>;
  close(): void;
}

/** Version 3 does more. */
interface FullProvider extends WeblnProvider {
  getInfo(): Promise<{ readonly methods: readonly string[] }>;
  lookupInvoice(request: { paymentHash: string }): Promise<{ readonly paid: boolean }>;
  keysend(request: {
    destination: string;
    amount: number;
    customRecords: Record<string, string>;
  }): Promise<{ readonly preimage: string }>;
  listTransactions(request: {
    limit: number;
  }): Promise<{ readonly transactions: readonly { readonly amount: number }[] }>;
}

async function openProvider(provider: WeblnProvider): Promise<AlbyApp> {
  await provider.enable();
  return {
    relayUrl: provider.relayUrl,
    walletPubkey: provider.walletPubkey,
    balanceSat: async () => (await provider.getBalance()).balance,
    makeInvoice: async (amount, defaultMemo) =>
      (await provider.makeInvoice({ amount, defaultMemo })).paymentRequest,
    pay: async (bolt11) => (await provider.sendPayment(bolt11)).preimage,
    methods: null,
    isPaid: null,
    keysend: null,
    list: null,
    budget: null,
    close: () => provider.close(),
  };
}

async function openFullProvider(provider: FullProvider): Promise<AlbyApp> {
  return {
    ...(await openProvider(provider)),
    methods: async () => (await provider.getInfo()).methods,
    isPaid: async (bolt11) => {
      const read = decodeBolt11(bolt11);
      const paymentHash = read.ok ? read.value.paymentHash : '';
      return (await provider.lookupInvoice({ paymentHash })).paid;
    },
    keysend: async (destination, amount) => {
      // The provider passes these records on as they are.
      const customRecords = { 7629169: 'ff00aa' };
      return (await provider.keysend({ destination, amount, customRecords })).preimage;
    },
    list: async () =>
      (await provider.listTransactions({ limit: 20 })).transactions.map(({ amount }) => amount),
  };
}

export const ALBY_VERSIONS: readonly AlbyVersion[] = [
  {
    version: '2.7.0',
    scheme: 'nip04',
    open: (nostrWalletConnectUrl) =>
      openProvider(new webln2.NostrWebLNProvider({ nostrWalletConnectUrl })),
  },
  {
    version: '3.2.3',
    scheme: 'nip04',
    open: (nostrWalletConnectUrl) =>
      openFullProvider(new webln3.NostrWebLNProvider({ nostrWalletConnectUrl })),
  },
  {
    version: '3.9.0',
    scheme: 'nip04',
    open: async (nostrWalletConnectUrl) =>
      openClient(new nwc3.NWCClient({ nostrWalletConnectUrl })),
  },
  {
    version: '4.1.1',
    scheme: 'nip44_v2',
    open: async (nostrWalletConnectUrl) =>
      openClient(new nwc4.NWCClient({ nostrWalletConnectUrl })),
  },
  {
    version: '5.1.2',
    scheme: 'nip44_v2',
    open: async (nostrWalletConnectUrl) =>
      openClient(new nwc5.NWCClient({ nostrWalletConnectUrl })),
  },
  {
    version: '7.0.0',
    scheme: 'nip44_v2',
    open: async (nostrWalletConnectUrl) => openClient(new Client7({ nostrWalletConnectUrl })),
  },
  {
    version: '8.0.3',
    scheme: 'nip44_v2',
    open: async (nostrWalletConnectUrl) => openClient(new Client8({ nostrWalletConnectUrl })),
  },
];

/** The code and the words of a refusal, whichever kind of value the version throws. */
export const refusalOf = (error: unknown): { code: string; words: string } => ({
  code: textField(error, 'code'),
  words: error instanceof Error ? error.message : textField(error, 'error'),
});
