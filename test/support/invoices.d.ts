/** The parts of the package `invoices` 6.2.0 that are used here. It has no types of its own. */
declare module 'invoices' {
  interface Hop {
    readonly public_key: string;
    readonly channel?: string;
    readonly base_fee_mtokens?: string;
    readonly fee_rate?: number;
    readonly cltv_delta?: number;
  }

  interface Description {
    readonly network: string;
    readonly mtokens?: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly id: string;
    readonly payment?: string;
    readonly description?: string;
    readonly description_hash?: string;
    readonly destination: string;
    readonly cltv_delta: number;
    readonly chain_addresses?: readonly string[];
    readonly routes?: readonly (readonly Hop[])[];
    readonly features: readonly { readonly bit: number }[];
    readonly metadata?: string;
  }

  interface Unsigned {
    readonly hash: string;
    readonly hrp: string;
    readonly tags: readonly number[];
  }

  const invoices: {
    parsePaymentRequest(args: { readonly request: string }): Description;
    createUnsignedRequest(args: Description): Unsigned;
    createSignedRequest(args: {
      readonly destination: string;
      readonly hrp: string;
      readonly signature: string;
      readonly tags: readonly number[];
    }): { readonly request: string };
  };
  export default invoices;
}
