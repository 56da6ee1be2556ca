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
  sendAgain: 'Gracias. Revisa el formulario y envíalo otra vez.',
};
