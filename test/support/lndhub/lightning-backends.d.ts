/** What we use of the package `lightning-backends` 1.7.0, which has no types of its own. */
declare module 'lightning-backends' {
  interface Backend {
    /** In millisatoshi. */
    addInvoice(
      amount: number,
      extra: { readonly description?: string; readonly descriptionHash?: string },
    ): Promise<{ readonly invoice: string }>;
    getInvoiceStatus(paymentHash: string): Promise<{ readonly settled: boolean }>;
    payInvoice(invoice: string): Promise<{ readonly preimage: string | null }>;
    /** In millisatoshi. */
    getBalance(): Promise<number>;
  }

  const lightningBackends: {
    prepareBackend(
      name: string,
      options: { readonly secret: string; readonly requestContentType?: 'json' | 'form' },
    ): Backend;
  };
  export default lightningBackends;
}
