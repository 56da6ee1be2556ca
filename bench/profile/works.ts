import type { NodeAccess } from '../lnd-client.ts';

/** The kinds of work whose cost can be measured. */
export const WORKS = ['internal', 'external', 'invoice', 'read', 'page'] as const;
export type Work = (typeof WORKS)[number];

export const isWork = (text: string): text is Work => WORKS.some((work) => work === text);

/** A service to call, and its callers. */
export interface Scene {
  readonly baseUrl: string;
  readonly servicePid: number;
  readonly payerTokens: readonly string[];
  readonly payeeTokens: readonly string[];
  /** The browser session of the first payer. */
  readonly payerCookie: string;
  readonly externalNode: NodeAccess;
}

/** The order to the program of a tree. */
export interface TreeOrder {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly people: number;
  readonly fundedSat: number;
}

/** An order to the program of the callers. */
export type CallersOrder =
  /** Prepares what the calls need, such as invoices to pay. */
  | { readonly kind: 'prepare'; readonly work: Work; readonly scene: Scene; readonly calls: number }
  /** Makes the calls that were prepared. */
  | { readonly kind: 'run'; readonly callers: number };

export interface CallersAnswer {
  readonly tookMs: number;
}
