export const profile = {
  title: 'Profile',
  identifier: 'Identifier',
  identifierHint:
    'Others can pay you without an invoice (keysend). They put this identifier into record ' +
    '696969 of the payment.',
  picture: 'Picture',
  pictureHint: 'The address of an image. It begins with https://.',
  nostrKey: 'Nostr public key',
  nostrKeyHint: 'It begins with npub1, or it is 64 hex digits.',
  save: 'Save',
  done: 'Your profile is saved.',
};
