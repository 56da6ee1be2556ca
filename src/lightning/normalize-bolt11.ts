/**
 * The one form of an invoice text, for comparing and storing: no space around it, lower case,
 * without the URI scheme that wallets and QR codes put before it. Mixed case is no invoice in BIP
 * 173; it is left as it is, for the decoder to refuse.
 */
export function normalizeBolt11(text: string): string {
  const bare = text.trim().replace(/^lightning:/i, '');
  return bare === bare.toUpperCase() ? bare.toLowerCase() : bare;
}
