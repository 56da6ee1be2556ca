import { type Html, html } from '../../../pages/html.ts';

export const signUp = {
  title: 'Crear una cuenta',
  byMail:
    'Te enviaremos un enlace por correo electrónico. Abre una página donde eliges tu contraseña.',
  submitByMail: 'Enviarme un enlace',
  submit: 'Crear una cuenta',
  haveOne: (signIn: string): Html => html`¿Ya tienes cuenta? <a href="${signIn}">Inicia sesión</a>`,
  mailed: {
    title: 'Revisa tu correo electrónico',
    text: (email: string) =>
      `Un mensaje va en camino a ${email}. Abre el enlace que contiene y elige una contraseña. ` +
      'Entonces tu cuenta estará lista. Si recibes varios mensajes, solo funciona el enlace del ' +
      'más reciente.',
    notArrived:
      '¿No llegó nada? Mira en la carpeta de correo no deseado (spam) o inténtalo de nuevo en un ' +
      'rato.',
  },
  ready: {
    title: 'Tu cuenta está lista',
    text: (email: string) =>
      `Ya puedes iniciar sesión como ${email}. Si ya había una cuenta con esta dirección, nada ` +
      'cambió: conserva su contraseña anterior.',
    signIn: 'Iniciar sesión',
  },
  /** Pages that links to new accounts lead to. */
  byLink: {
    address: (email: string): Html => html`Correo electrónico: <strong>${email}</strong>`,
    invitation: {
      title: 'Tienes una invitación',
      lead: 'Elige una contraseña y tu billetera estará lista.',
      submit: 'Abrir mi billetera',
    },
    set_up: {
      title: 'Configura este servicio',
      lead:
        'Así creas tu propia cuenta. Después puedes invitar a otras personas y administrar este ' +
        'servicio.',
      submit: 'Crear mi cuenta',
    },
    sign_up: {
      title: 'Ya casi está',
      lead:
        'Tu correo electrónico está confirmado. Elige una contraseña y tu billetera estará ' +
        'lista.',
      submit: 'Abrir mi billetera',
    },
  },
};
