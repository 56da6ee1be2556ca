import type { RefusalTexts } from '../en/refusals.ts';

/** Why something was refused to someone who signs in or changes an account, by kind. */
export const refusals: RefusalTexts = {
  wrong_credentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  user_disabled: 'Dieses Konto ist gesperrt. Wende dich an den Betreiber dieser Website.',
  wrong_code:
    'Dieser Code ist falsch oder wurde schon benutzt. Warte auf den nächsten und versuch es ' +
    'noch einmal.',
  wrong_passkey:
    'Das hat nicht geklappt. Diese Website kennt den Passkey nicht, oder es hat zu lange ' +
    'gedauert. Versuch es noch einmal oder benutze dein Passwort.',
  passkey_known: 'Diesen Passkey hast du schon hinzugefügt.',
  too_many_passkeys: 'Du hast zu viele Passkeys. Entferne zuerst einen.',
  too_many_attempts: 'Zu viele Versuche. Warte eine Weile und versuch es noch einmal.',
  busy: 'Gerade melden sich viele Leute an. Versuch es in ein paar Sekunden noch einmal.',
  session_over: 'Du wurdest inzwischen abgemeldet. Melde dich wieder an.',
  link_over: 'Dieser Link wurde schon benutzt oder ist zu alt.',
  email_taken: 'Diese E-Mail-Adresse kann nicht benutzt werden. Wähle eine andere.',
  authenticator_present: 'Es ist schon eine Authenticator-App eingerichtet.',
  authenticator_gone: 'Es ist keine Authenticator-App eingerichtet.',
  own_account: 'Mit deinem eigenen Konto kannst du das nicht tun.',
  bad_email: 'Das ist keine E-Mail-Adresse. Prüfe sie auf Tippfehler.',
  bad_password: (minLength, maxLength) =>
    `Wähle ein Passwort mit ${minLength} bis ${maxLength} Zeichen.`,
  bad_name: 'Dieser Name enthält unsichtbare Zeichen. Tippe ihn noch einmal ein.',
  bad_profile: {
    avatar: 'Das Bild braucht eine Adresse, die mit https:// beginnt.',
    nostrPubkey:
      'Das ist kein öffentlicher Nostr-Schlüssel. Er beginnt mit npub1 oder besteht aus 64 ' +
      'Hexadezimalziffern.',
  },
};
