import type { Log } from '../base/log.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';
import type { InvoiceStore } from './invoice-store.ts';

export interface CancelNodeInvoicesDeps extends OwnNodeDeps {
  readonly invoices: Pick<InvoiceStore, 'listNodeInvoicesToCancel' | 'markNodeInvoicesCancelled'>;
  readonly lightning: OwnNodeDeps['lightning'] & Pick<LightningNode, 'cancelInvoice'>;
  readonly log: Log;
}

/**
 * The number of invoices that are listed together, and then recorded as cancelled by one statement.
 * If the process dies before the statement, or the statement is lost, these invoices are cancelled
 * once more, which does no harm.
 */
const LISTED_AT_ONCE = 100;
/** The number of invoices that are cancelled at the same time. */
const CANCELLED_AT_ONCE = 10;
/**
 * The number of invoices cancelled together of which none succeeds, after which a run ends. A
 * single invoice that fails must not hold up the others, but if all of several fail, the node is
 * away.
 */
const MAX_FAILURES = 3;

/**
 * Cancels invoices at the node that were paid by another user of this service, so that no one can
 * pay them again over Lightning. If someone outside has already paid one as well, that second
 * payment is credited like any other. Each payment within the service adds its invoice to a table
 * when it settles, so any process can find the invoices to cancel. A run goes on while more wait
 * than it has listed, so that the table does not grow while many pay one another. Each list begins
 * after the last one: rows that were removed stay in the index while a backup needs them, and would
 * be read again for each list.
 *
 * A payment of such an invoice that the node still holds goes back to its payer. No one waits for
 * it: the invoice was paid already, or the account that made it was closed. So the node need not be
 * asked for the state of the invoice first.
 *
 * If another node answers at the configured address, it knows none of the invoices, and its "not
 * found" proves nothing.
 */
export async function cancelNodeInvoices(
  deps: CancelNodeInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  let reached: string | undefined;
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    const paidHere = await deps.invoices.listNodeInvoicesToCancel(LISTED_AT_ONCE, reached);
    const last = paidHere.at(-1);
    if (last === undefined) return;
    reached = last.id;
    const isOurs = await requireOwnNode(deps);
    const { answered, failure } = await cancelAll(deps, paidHere, signal);
    // Otherwise another node may have answered. Then the invoices are cancelled once more.
    const isProven = isOurs();
    if (isProven) await deps.invoices.markNodeInvoicesCancelled(answered);
    if (failure !== null) throw failure.error;
    hasMore = isProven && paidHere.length === LISTED_AT_ONCE;
  }
}

type PaidHere = Awaited<ReturnType<InvoiceStore['listNodeInvoicesToCancel']>>;

interface Cancelled {
  /** Ids of the invoices for which a node has answered. */
  readonly answered: readonly string[];
  /** Why the node seems to be away, so that the rest was not tried; null if it is there. */
  readonly failure: { readonly error: unknown } | null;
}

async function cancelAll(
  { lightning, log }: CancelNodeInvoicesDeps,
  paidHere: PaidHere,
  signal: AbortSignal,
): Promise<Cancelled> {
  const answered: string[] = [];
  for (let first = 0; first < paidHere.length && !signal.aborted; first += CANCELLED_AT_ONCE) {
    const answeredBefore = answered.length;
    const failures: unknown[] = [];
    const cancel = async ({ id, paymentHash }: PaidHere[number]): Promise<void> => {
      try {
        await lightning.cancelInvoice(paymentHash, 'give_back');
        answered.push(id);
      } catch (error) {
        failures.push(error);
        log.warn({ error, invoiceId: id }, 'an invoice was not cancelled at the node yet');
      }
    };
    await Promise.all(paidHere.slice(first, first + CANCELLED_AT_ONCE).map(cancel));
    const isAway = answered.length === answeredBefore && failures.length >= MAX_FAILURES;
    if (isAway) return { answered, failure: { error: failures[0] } };
  }
  return { answered, failure: null };
}
