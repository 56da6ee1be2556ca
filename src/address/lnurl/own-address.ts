/**
 * The name of an address at our domain; null for any other text, as no other domain is ever asked.
 */
export function nameOfOwnAddress(address: string, domain: string): string | null {
  const [name = '', host, ...others] = address.trim().toLowerCase().split('@');
  return host === domain && others.length === 0 ? name : null;
}
