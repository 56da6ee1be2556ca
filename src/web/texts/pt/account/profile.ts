export const profile = {
  title: 'Perfil',
  identifier: 'Identificador',
  identifierHint:
    'Outras pessoas podem pagar a você sem fatura (keysend). Elas colocam este identificador no ' +
    'registro 696969 do pagamento.',
  picture: 'Foto',
  pictureHint: 'O endereço de uma imagem. Ele começa com https://.',
  nostrKey: 'Chave pública do Nostr',
  nostrKeyHint:
    'Ela começa com npub1 ou tem 64 dígitos hexadecimais. Com ela, você também aceita zaps: ' +
    'pagamentos ao seu endereço que os pagadores mostram no Nostr. Você pode desativá-los na ' +
    'página Endereço.',
  save: 'Salvar',
  done: 'Seu perfil foi salvo.',
};
