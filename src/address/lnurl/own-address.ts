/**
 * The name in a lightning address of our domain; null for any other text, because this service asks
 * no other domain.
 */
export function nameOfOwnAddress(address: string, domain: string): string | null {
  const [name = '', host, ...others] = address.trim().toLowerCase().split('@');
  return host === domain && others.length === 0 ? name : null;
}
