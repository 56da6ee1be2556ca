import type { NodeInfo } from './node-port.ts';

/**
 * Port: makes macaroons of an LND and ends them, by calls that only an operator's macaroon allows.
 * Faults are thrown as NodeFault.
 */
export interface MacaroonBakery {
  /** The root key of the macaroon with which LND is called; null if that is not known. */
  readonly rootKeyId: string | null;
  info(): Promise<NodeInfo>;
  /** Bakes a macaroon that allows exactly these calls. LND makes the root key if it has none. */
  bake(rootKeyId: string, calls: readonly string[]): Promise<Uint8Array>;
  rootKeyIds(): Promise<readonly string[]>;
  /**
   * Deletes a root key, so that LND refuses all macaroons made with it. Does nothing if there is
   * no such key.
   */
  deleteRootKey(id: string): Promise<void>;
  /**
   * Finds the calls that a macaroon does not allow. LND is asked with `askedBy`, a macaroon that
   * may ask this.
   */
  missingCalls(check: MacaroonCheck): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface MacaroonCheck {
  readonly macaroon: Uint8Array;
  readonly calls: readonly string[];
  readonly askedBy: Uint8Array;
}
