import {
  ADDRESS_INVOICE_EXPIRY_SEC,
  KEEP_EXPIRED_ADDRESS_INVOICES_MS,
} from '../../src/base/address-limits.ts';
import {
  type SweepAddressInvoicesDeps,
  sweepAddressInvoices,
} from '../../src/workers/sweep-address-invoices.ts';

/** Name of the variable by which a crashing process is told to sweep. */
export const SWEEPS = 'CRASH_SWEEPS';

const PAUSE_MS = 200;
/** Younger ones may still be on their way to the node. */
const SWEPT_AFTER_MS = 3000;
const AHEAD_MS =
  ADDRESS_INVOICE_EXPIRY_SEC * 1000 + KEEP_EXPIRED_ADDRESS_INVOICES_MS - SWEPT_AFTER_MS;

/**
 * Sweeps what strangers asked for again and again, with a clock that is ahead: what is a few
 * seconds old has expired an hour ago. Node and database may be away meanwhile. Answers how to end
 * it.
 */
export function sweepOften(deps: SweepAddressInvoicesDeps): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const { clock } = deps;
  const ahead = { ...clock, now: () => new Date(clock.now().getTime() + AHEAD_MS) };
  const sweeping = (async () => {
    while (!signal.aborted) {
      await sweepAddressInvoices({ ...deps, clock: ahead }, signal).catch(() => undefined);
      await clock.sleep(PAUSE_MS, signal);
    }
  })();
  return async () => {
    ending.abort();
    await sweeping;
  };
}
