import { X509Certificate } from 'node:crypto';

/**
 * Reads the certificates of a PEM text, which may contain other things too; throws at a bad one.
 */
export const pemCertificates = (text: string): readonly X509Certificate[] =>
  [...text.matchAll(CERTIFICATE)].map(([pem]) => new X509Certificate(pem));

const CERTIFICATE = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END [^-]*-----/g;
