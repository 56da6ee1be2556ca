export const profile = {
  title: 'Profile',
  identifier: 'Identifier',
  identifierHint:
    'Others can pay you without an invoice (keysend). They put this identifier into record ' +
    '696969 of the payment.',
  picture: 'Picture',
  pictureHint: 'The address of an image. It begins with https://.',
  nostrKey: 'Nostr public key',
  nostrKeyHint:
    'It begins with npub1, or it is 64 hex digits. With it you also accept zaps: payments to ' +
    'your address that their payers show on Nostr. You can turn them off on the page Address.',
  save: 'Save',
  done: 'Your profile is saved.',
};
