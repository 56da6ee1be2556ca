export const profile = {
  title: 'Profil',
  identifier: 'Kennung',
  identifierHint:
    'Andere können dir damit ohne Rechnung Geld senden (Keysend). Sie schreiben diese Kennung ' +
    'in das Datenfeld 696969 der Zahlung.',
  picture: 'Bild',
  pictureHint: 'Die Adresse eines Bildes. Sie beginnt mit https://.',
  nostrKey: 'Öffentlicher Nostr-Schlüssel',
  nostrKeyHint:
    'Er beginnt mit npub1 oder besteht aus 64 Hexadezimalziffern. Mit ihm nimmst du auch Zaps ' +
    'an: Zahlungen an deine Adresse, die der Absender auf Nostr zeigt. Auf der Seite ' +
    '„Adresse“ kannst du das ausschalten.',
  save: 'Speichern',
  done: 'Dein Profil ist gespeichert.',
};
