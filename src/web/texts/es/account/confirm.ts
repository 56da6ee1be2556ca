/** Users confirm that it is them before they do something dangerous. */
export const confirm = {
  title: '¿Eres tú?',
  password: (email: string) =>
    'Por tu seguridad, escribe otra vez tu contraseña para continuar. Iniciaste sesión como ' +
    `${email}.`,
  wrongPassword: 'Esta no es tu contraseña.',
  submit: 'Continuar',
  usePasskey: 'Usar una llave de acceso',
  passkey: 'Por tu seguridad, usa tu llave de acceso para continuar.',
  submitPasskey: 'Usar tu llave de acceso',
  usePassword: 'Usar tu contraseña',
  /** Shown where something lets money leave, now or later. */
  forThis:
    'Con esto puede salir dinero de tu billetera. Por eso te preguntamos quién eres, y solo ' +
    'para esto.',
  signedInAs: (email: string) => `Iniciaste sesión como ${email}.`,
  sendAgain: 'Gracias. Revisa el formulario y envíalo otra vez.',
};
