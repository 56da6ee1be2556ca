import type { NodeAccess } from '../lnd-client.ts';

/** The kinds of work whose cost is asked for. */
export const WORKS = ['internal', 'external', 'invoice', 'read', 'page'] as const;
export type Work = (typeof WORKS)[number];

export const isWork = (text: string): text is Work => WORKS.some((work) => work === text);

/** A service to call, and who calls it. */
export interface Scene {
  readonly baseUrl: string;
  readonly servicePid: number;
  readonly payerTokens: readonly string[];
  readonly payeeTokens: readonly string[];
  /** The first payer's session in a browser. */
  readonly payerCookie: string;
  readonly externalNode: NodeAccess;
}

/** What the program of a tree is told. */
export interface TreeOrder {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly people: number;
  readonly fundedSat: number;
}

/** What the program of the callers is told, one after the other. */
export type CallersOrder =
  /** Makes what the calls need: bills to pay. */
  | { readonly kind: 'prepare'; readonly work: Work; readonly scene: Scene; readonly calls: number }
  /** Makes the calls that were prepared. */
  | { readonly kind: 'run'; readonly callers: number };

export interface CallersAnswer {
  readonly tookMs: number;
}
