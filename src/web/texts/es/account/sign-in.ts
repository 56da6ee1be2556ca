import { type Html, html } from '../../../pages/html.ts';

export const signIn = {
  title: 'Iniciar sesión',
  submit: 'Iniciar sesión',
  usePasskey: 'Usar una llave de acceso',
  usePassword: 'Usar tu contraseña',
  forgotten: '¿Olvidaste tu contraseña?',
  noAccount: (signUp: string): Html =>
    html`¿Todavía no tienes cuenta? <a href="${signUp}">Crea una</a>`,
  secondFactor: {
    title: 'Un paso más',
    codeHint:
      'Los seis dígitos que tu app de autenticación muestra ahora. También sirve uno de tus ' +
      'códigos de respaldo.',
    submit: 'Iniciar sesión',
    startAgain: 'Empezar de nuevo',
  },
  passkey: {
    title: 'Iniciar sesión con una llave de acceso',
    text: 'Tu dispositivo te pide tu huella, tu rostro o tu PIN. Con eso inicias sesión.',
    submit: 'Usar tu llave de acceso',
  },
  /** Below the problem that there were too many attempts. */
  tooMany: {
    heading: '¿Es esta tu cuenta?',
    withoutMail:
      'Puede que alguien esté intentando adivinar su contraseña. Tú todavía puedes iniciar ' +
      'sesión ahora: con una llave de acceso o en un navegador en el que ya hayas iniciado ' +
      'sesión antes. Si no tienes ninguna de las dos cosas, pide al operador de este sitio un ' +
      'enlace para una contraseña nueva.',
    byMail:
      'Puede que alguien esté intentando adivinar su contraseña. Podemos enviarte un enlace por ' +
      'correo electrónico. Ábrelo en este navegador y podrás iniciar sesión aquí enseguida. Tu ' +
      'contraseña no cambia.',
    submit: 'Enviarme un enlace',
  },
  browserLink: {
    sent: {
      title: 'Revisa tu correo electrónico',
      text:
        'Si hay una cuenta con esta dirección, en unos momentos le llegará un mensaje con un ' +
        'enlace. Abre el enlace en este navegador. Funciona durante una hora.',
      back: 'Volver al inicio de sesión',
    },
    title: 'Iniciar sesión desde este navegador',
    text:
      'Continúa solo si este es tu propio navegador y tú pediste el enlace. Después inicia ' +
      'sesión con tu contraseña como siempre. Quien intente adivinar contraseñas ya no podrá ' +
      'impedirte entrar aquí.',
    submit: 'Continuar',
    done: 'Ya puedes iniciar sesión desde este navegador.',
  },
};

export const signOut = {
  title: 'Cerrar sesión',
  heading: '¿Cerrar sesión?',
  text: (email: string) => `Iniciaste sesión como ${email}.`,
  submit: 'Cerrar sesión',
  done: 'Tu sesión se cerró.',
};
