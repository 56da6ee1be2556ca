import { plural } from '../plural.ts';

/** What went wrong while someone signed in or changed an account, as a page of its own. */
export const accountProblems = {
  tooMany: {
    title: 'Demasiados intentos',
    message: (retryAfterSec: number) =>
      `Puedes volver a intentarlo en ${duration(retryAfterSec)}. Este límite te protege de quien ` +
      'quiera adivinar tus datos.',
  },
  busy: {
    title: 'Un momento, por favor',
    message:
      'Muchas personas están iniciando sesión ahora mismo. Vuelve a la página anterior e ' +
      'inténtalo de nuevo en unos segundos.',
  },
  linkOver: {
    title: 'Este enlace ya no funciona',
    message:
      'Ya se usó o es demasiado antiguo. Pide uno nuevo en el mismo lugar donde obtuviste este.',
  },
  sessionOver: {
    title: 'Tu sesión se cerró',
    message:
      'Tu sesión terminó mientras estabas aquí. Inicia sesión de nuevo y repite el último paso.',
  },
  signUpClosed: {
    title: 'Para crear una cuenta hace falta una invitación',
    message:
      'Pide una invitación al operador de este sitio. Es un enlace a una página donde creas tu ' +
      'cuenta.',
  },
};

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${plural(seconds, 'segundo', 'segundos')}`;
  return `${Math.ceil(seconds / 60)} minutos`;
}
