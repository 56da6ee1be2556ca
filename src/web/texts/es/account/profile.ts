export const profile = {
  title: 'Perfil',
  identifier: 'Identificador',
  identifierHint:
    'Otras personas pueden pagarte sin factura (keysend). Para ello ponen este identificador en ' +
    'el registro 696969 del pago.',
  picture: 'Imagen',
  pictureHint: 'La dirección de una imagen. Empieza por https://.',
  nostrKey: 'Clave pública de Nostr',
  nostrKeyHint:
    'Empieza por npub1 o tiene 64 dígitos hexadecimales. Con ella también aceptas zaps: pagos a ' +
    'tu dirección que quien paga muestra en Nostr. Puedes desactivarlos en la página «Dirección».',
  save: 'Guardar',
  done: 'Tu perfil se guardó.',
};
