/** What stands beside a passkey form; all but the first is shown by its script. */
export const passkeyForm = {
  needsScript: 'Las llaves de acceso necesitan JavaScript, que no funciona en este navegador.',
  notChosen: 'No se eligió ninguna llave de acceso o se tardó demasiado. Inténtalo de nuevo.',
  known: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  impossible: 'Este navegador o dispositivo no lo permite aquí.',
};
