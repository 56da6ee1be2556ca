import type { HistoryStore } from '../../wallet/history-store.ts';

/**
 * The BOLT11 text of an invoice or payment by its identifier, for those who were given its address;
 * null where there is none, as with keysends.
 */
export async function findBolt11(
  deps: { readonly history: HistoryStore },
  identifier: string,
): Promise<string | null> {
  if (!/^[A-Za-z0-9]{24}$/.test(identifier)) return null;
  const bolt11 = await deps.history.findBolt11ByIdentifier(identifier);
  return bolt11 === '' ? null : bolt11;
}
