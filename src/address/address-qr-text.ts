import { bech32 } from '@scure/base';

/**
 * The text of an address's QR code: the LNURL (LUD-01) of the URL where a payment to the address
 * begins (LUD-16). It is in capitals, which make the smallest QR code, and has the form of a link,
 * by which a phone's camera opens a wallet. It may be longer than the 90 characters of BIP 173.
 */
export function addressQrText(name: string, domain: string): string {
  const url = `https://${domain}/.well-known/lnurlp/${name}`;
  const lnurl = bech32.encode('lnurl', bech32.toWords(Buffer.from(url)), false);
  return `lightning:${lnurl}`.toUpperCase();
}
