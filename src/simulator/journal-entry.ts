import type { ChainEntry } from './chain/chain-entry.ts';
import type {
  AmpSet,
  Attempt,
  Channel,
  ChannelHtlc,
  HtlcFailure,
  Invoice,
  InvoiceHtlc,
  Payment,
  SimNode,
} from './network-state.ts';

/**
 * Everything that can happen in the network. A restart can continue from the state after any entry,
 * so the journal may end after any of them.
 */
export type JournalEntry =
  | {
      readonly kind: 'network_created';
      readonly seedHex: string;
      readonly nodes: readonly NewNode[];
      readonly channels: readonly NewChannel[];
    }
  | {
      readonly kind: 'identity_changed';
      readonly node: string;
      readonly privateKeyHex: string;
      readonly pubkey: string;
    }
  | { readonly kind: 'invoice_added'; readonly node: string; readonly invoice: NewInvoice }
  | InvoiceEvent<'invoice_accepted'>
  | (InvoiceEvent<'invoice_settled'> & { readonly preimage: string | null; readonly atSec: number })
  | (InvoiceEvent<'amp_set_settled'> & { readonly setId: string; readonly atSec: number })
  | (InvoiceEvent<'invoice_cancelled'> & { readonly atSec: number })
  | InvoiceEvent<'invoice_deleted'>
  | (InvoiceEvent<'htlc_accepted'> & { readonly htlc: NewHtlc })
  | (InvoiceEvent<'htlc_cancelled'> & {
      readonly chanId: string;
      readonly htlcIndex: number;
      readonly atSec: number;
    })
  | { readonly kind: 'payment_started'; readonly node: string; readonly payment: NewPayment }
  | (InvoiceEvent<'payment_failed'> & { readonly reason: NonNullable<Payment['failureReason']> })
  | (InvoiceEvent<'attempt_started'> & { readonly attempt: NewAttempt })
  | (AttemptEvent<'attempt_settled'> & { readonly preimage: string })
  | (AttemptEvent<'attempt_failed'> & { readonly failure: HtlcFailure })
  | RestoredEntry
  | ChainEntry;

/**
 * The first entries of a compacted journal. They contain the state instead of the events that led
 * to it.
 */
export type RestoredEntry =
  | { readonly kind: 'channel_restored'; readonly channel: RestoredChannel }
  | { readonly kind: 'invoice_restored'; readonly node: string; readonly invoice: RestoredInvoice }
  | { readonly kind: 'add_index_restored'; readonly node: string; readonly nextAddIndex: number }
  | { readonly kind: 'payment_restored'; readonly node: string; readonly payment: Payment }
  | {
      readonly kind: 'counters_restored';
      readonly node: string;
      readonly nextIndex: number;
      readonly nextAttemptId: number;
    };

export type RestoredChannel = Omit<Channel, 'htlcs'> & {
  readonly htlcs: readonly (readonly [string, ChannelHtlc])[];
};
export type RestoredInvoice = Omit<Invoice, 'ampSets'> & {
  readonly ampSets: readonly (readonly [string, AmpSet])[];
};

export type NewNode = Pick<
  SimNode,
  'name' | 'alias' | 'color' | 'privateKeyHex' | 'pubkey' | 'acceptsKeysend'
>;
export type NewChannel = Omit<Channel, 'htlcs' | 'sentMsat' | 'nextHtlcIndex'>;
export type NewInvoice = Omit<
  Invoice,
  'state' | 'settleIndex' | 'settledAtSec' | 'amtPaidMsat' | 'htlcs' | 'ampSets'
>;
export type NewHtlc = Omit<InvoiceHtlc, 'state' | 'resolveTimeSec'>;
export type NewPayment = Omit<Payment, 'attempts' | 'failureReason'>;
export type NewAttempt = Pick<Attempt, 'attemptId' | 'route' | 'startedAtMs' | 'blockedAtHop'>;

/** An event of an invoice or payment, which is identified by its node and payment hash. */
interface InvoiceEvent<Kind extends string> {
  readonly kind: Kind;
  readonly node: string;
  readonly paymentHash: string;
}

interface AttemptEvent<Kind extends string> extends InvoiceEvent<Kind> {
  readonly attemptId: number;
  readonly atMs: number;
}
