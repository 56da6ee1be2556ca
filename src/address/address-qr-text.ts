import { bech32 } from '@scure/base';

/**
 * The LNURL text (LUD-01) of the place where the payment of an address begins (LUD-16). In
 * capitals, which make the smallest QR code, and as a link, by which cameras of phones open a
 * wallet. It can be longer than the 90 characters of BIP 173.
 */
export function addressQrText(name: string, domain: string): string {
  const url = `https://${domain}/.well-known/lnurlp/${name}`;
  const lnurl = bech32.encode('lnurl', bech32.toWords(Buffer.from(url)), false);
  return `lightning:${lnurl}`.toUpperCase();
}
