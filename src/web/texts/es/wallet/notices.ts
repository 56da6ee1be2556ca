import { type Html, html } from '../../../pages/html.ts';

/** De qué se avisa a la gente bajo la campana. */
export const notices = {
  title: 'Avisos',
  lead: 'Lo que pasó en tu billetera mientras no mirabas.',
  none: {
    title: 'Nada nuevo',
    text: 'Cuando recibas dinero, o alguien inicie sesión en tu billetera, lo verás aquí.',
  },
  markRead: 'Marcar todo como leído',
  unread: 'Nuevo',
  moreThan: (count: string) => `más de ${count}`,
  received: 'Recibiste dinero',
  receivedSeveral: (times: string) => `Recibiste dinero ${times} veces`,
  paid: {
    one: 'Un pago ha llegado',
    several: (count: string) => `Pagos que han llegado: ${count}`,
    text: 'Estuvo un rato en camino.',
  },
  notPaid: {
    one: 'Un pago no llegó',
    several: (count: string) => `Pagos que no llegaron: ${count}`,
    text: 'Lo que se había apartado está otra vez en tu billetera. No se cobró nada.',
  },
  aboveLimit: {
    title: 'Tu billetera tiene más que su límite',
    text: (limit: string) =>
      `Este servicio guarda hasta ${limit} para ti. Lo que llegó por encima sigue siendo tuyo. ` +
      'Envía una parte antes de pedir más.',
  },
  budgetSoon: {
    title: 'Un límite está casi alcanzado',
    text: (name: Html): Html => html`${name} ha gastado el 80 % o más de lo que permites.`,
  },
  budgetSpent: {
    title: 'Un límite está alcanzado',
    text: (name: Html): Html => html`${name} ha gastado todo lo que permites por ahora.`,
  },
  app: {
    title: 'Se conectó una app',
    text: (name: Html): Html =>
      html`${name} ya puede usar tu billetera. Si no fuiste tú quien lo permitió, desconéctala.`,
  },
  signIn: {
    title: 'Un nuevo inicio de sesión',
    text: (device: Html, address: Html): Html =>
      html`Con ${device}, desde la dirección de internet ${address}. Si no fuiste tú, termina esa
      sesión y elige una contraseña nueva.`,
  },
  webhookOff: {
    title: 'Se desactivó un webhook',
    text: (url: Html): Html => html`Los mensajes a ${url} ya no llegaban.`,
  },
  choice: {
    title: 'Qué quieres saber',
    lead:
      'Un correo no nombra importes. Después de uno, no llega otro sobre lo mismo hasta que ' +
      'hayas marcado los avisos como leídos.',
    noMail: 'Este servicio no envía correos, así que solo ves todo aquí.',
    kinds: {
      received: 'Dinero recibido',
      ended: 'Un pago que estaba en camino ha terminado',
      limit: 'Llegó dinero por encima del límite de tu billetera',
      budget: 'Una app o un token ha gastado el 80 % de su límite, o todo',
      app: 'Se conecta una app nueva',
      sign_in: 'Un inicio de sesión desde un lugar nuevo',
      webhook_off: 'Un webhook falla o se desactiva',
    },
    ways: { none: 'No avisarme', bell: 'Mostrarlo aquí', mail: 'Aquí y por correo' },
    save: 'Guardar',
    done: 'Tu elección está guardada.',
  },
};
