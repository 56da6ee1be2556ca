import type { Result } from '../../base/result.ts';
import type { NetworkDescription, SimulatedNode } from './network-protocol.ts';

/** The control interface of a running simulated network. Refusals are sentences for people. */
export interface SimulatorControl {
  /** Asks the network for its identity; null when nothing answers, or another network does. */
  identity(): Promise<SimulatorIdentity | null>;
  nodes(): Promise<Result<readonly SimulatedNode[], string>>;
  invoice(order: ExternalInvoice): Promise<Result<MadeInvoice, string>>;
  pay(order: ExternalPay): Promise<Result<ExternalPayment, string>>;
  keysend(order: ExternalKeysend): Promise<Result<ExternalPayment, string>>;
  /** Mines blocks at once, and returns the new height of the chain. */
  mine(blocks: number): Promise<Result<number, string>>;
  /** Replaces the newest blocks, and returns the new height of the chain. */
  reorganise(order: ReorganisationOrder): Promise<Result<number, string>>;
  /** Lets an outsider pay to an address, and returns the id of the transaction. */
  payOnChain(order: OnChainOrder): Promise<Result<string, string>>;
  /**
   * Spends the inputs of an unconfirmed transaction by another one, and returns the id of the new
   * one.
   */
  replaceOnChain(txid: string): Promise<Result<string, string>>;
  faults(): Promise<Result<readonly unknown[], string>>;
  /**
   * Sets a fault and returns the rule that describes it, or the result of a fault that happens
   * immediately.
   */
  setFault(order: FaultOrder): Promise<Result<unknown, string>>;
  /** Clears faults of a kind and returns how many there were; null clears faults of all kinds. */
  clearFaults(kind: string | null): Promise<Result<number, string>>;
  shutdown(): Promise<Result<void, string>>;
}

export interface SimulatorIdentity {
  readonly instanceId: string;
  readonly pid: number;
}

export interface ExternalInvoice {
  readonly amountSat: number;
  readonly node?: string | undefined;
  readonly memo?: string | undefined;
  readonly expirySec?: number | undefined;
}

export interface MadeInvoice {
  readonly paymentRequest: string;
  readonly paymentHash: string;
}

export interface ExternalPay {
  readonly bolt11: string;
  /** The amount to pay, for invoices without one. */
  readonly amountSat?: number | undefined;
  readonly from?: string | undefined;
}

export interface ExternalKeysend {
  readonly to: string;
  readonly amountSat: number;
  /** Custom records as plain text, by type in decimal. */
  readonly records?: Readonly<Record<string, string>> | undefined;
  readonly from?: string | undefined;
  readonly isAmp?: boolean | undefined;
}

export interface ReorganisationOrder {
  readonly depth: number;
  /** The number of new blocks; if omitted, one more than the number of blocks they replace. */
  readonly newBlocks?: number | undefined;
  /**
   * Ids of transactions that the new blocks leave out. In place of each, the new blocks contain
   * another transaction that spends its first input.
   */
  readonly replace?: readonly string[] | undefined;
}

export interface OnChainOrder {
  readonly address: string;
  readonly amountSat: number;
  /** The number of outputs that pay this amount each; if omitted, one. */
  readonly outputs?: number | undefined;
}

/**
 * An order to cause a fault in the simulated network. fault-protocol.ts describes the kinds of
 * faults and the other fields.
 */
export interface FaultOrder {
  readonly kind: string;
  readonly node?: string | undefined;
  readonly paymentHash?: string | undefined;
  readonly count?: number | undefined;
  readonly forMs?: number | undefined;
  readonly ms?: number | undefined;
  readonly amountMsat?: number | undefined;
  /** The height of the block that a fault of the chain concerns. */
  readonly height?: number | undefined;
  readonly calls?: readonly string[] | undefined;
  readonly account?: string | undefined;
}

export interface ExternalPayment {
  readonly status: string;
  readonly preimage: string;
  readonly feeMsat: string;
}

/** A simulated network that runs as a child process of ours. */
export interface ForegroundNetwork {
  readonly description: NetworkDescription;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  stop(): void;
}
