import { type SealKey, seal, unseal } from '../authorization/sealed-box.ts';
import type { Mail } from '../base/mailer.ts';
import type { Random } from '../base/random.ts';

/** Encrypts a mail for storage, because links in mails give access to accounts. */
export const sealMail = (key: SealKey, id: string, mail: Mail, random: Random): Uint8Array => {
  const { to, subject, text } = mail;
  const bytes = new TextEncoder().encode(JSON.stringify({ to, subject, text }));
  return seal(key, bytes, labelOf(id), random);
};

/** Decrypts a stored mail; null when it was encrypted with another key. */
export function openMail(key: SealKey, id: string, sealed: Uint8Array): Mail | null {
  const bytes = unseal(key, sealed, labelOf(id));
  if (bytes === null) return null;
  const { to, subject, text }: Record<string, unknown> = JSON.parse(
    new TextDecoder().decode(bytes),
  );
  return { to: String(to), subject: String(subject), text: String(text), id };
}

const labelOf = (id: string): string => `mail ${id}`;
