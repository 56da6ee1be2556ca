import { type Html, html } from '../../../pages/html.ts';

/** The start page of guests. */
export const landing = {
  title: 'Tu propia billetera Lightning',
  lead:
    'Envía y recibe bitcoin por Lightning. Deja que las apps usen tu billetera dentro de los ' +
    'límites que tú pones y que puedes cambiar cuando quieras.',
  signIn: 'Iniciar sesión',
  developers: (docs: string): Html =>
    html`¿Estás creando una app? <a href="${docs}">Lee la referencia de la API</a>.`,
};

/** The start page of a wallet. */
export const home = {
  title: 'Inicio',
  balance: 'Saldo',
  address: 'Tu dirección Lightning es',
  receive: 'Recibir',
  send: 'Enviar',
  allSpendable: 'Puedes gastarlo todo ahora.',
  held: (amount: string) =>
    `Además, hay ${amount} en reserva para pagos en camino. Lo que no necesiten vuelve a tu saldo.`,
  limits: {
    above: (amount: string) =>
      `Tienes ${amount} más de lo que este servicio guarda para ti. El dinero es tuyo y puedes ` +
      'gastarlo. Envía una parte a otra billetera; hasta entonces no puedes crear nuevas ' +
      'facturas.',
    maxBalance: (amount: string) =>
      `Puedes tener hasta ${amount} aquí. Si llega más, se te abona igualmente, pero solo se ` +
      'crean facturas nuevas por lo que aún cabe.',
    maxSendDay: (amount: string, left: string) =>
      `Puedes enviar hasta ${amount} al día, comisiones incluidas. Te quedan ${left} hasta la ` +
      'medianoche (UTC).',
  },
  standing: {
    nodeAway: {
      label: 'Sin conexión con la red Lightning',
      text: 'Este servicio no puede acceder a la red Lightning en este momento.',
      meanwhile:
        'Tu dinero está a salvo. Podrás crear facturas y pagar a otras billeteras en cuanto ' +
        'vuelva la conexión, normalmente en unos minutos.',
    },
    coverLost: {
      label: 'El dinero no está cubierto',
      text: 'El nodo tiene menos de lo que este servicio debe.',
      stopped:
        'Los pagos a otros servicios están detenidos. Solo los administradores ven este aviso.',
      show: 'Ver el resumen',
    },
    staleProof: {
      label: 'La prueba de lo que se debe es demasiado antigua',
      text: 'La prueba de lo que debe este servicio es demasiado antigua.',
      last: (when: Html): Html =>
        html`Debería haber una cada hora. La última es del ${when}. Pregunta el motivo a quienes
          llevan este servicio.`,
      show: 'Verla',
    },
  },
  newest: 'Lo más reciente',
  all: 'Toda la actividad',
  unused: {
    title: 'Todavía no ha entrado ni salido dinero',
    text: 'Pulsa «Recibir» para crear tu primera factura o mostrar tu dirección Lightning.',
  },
  connect: {
    title: 'Conecta una app',
    text:
      'Abre la app y elige conectar una billetera. La app te trae aquí. Entonces decides qué ' +
      'puede hacer y cuánto puede gastar.',
    apps: 'Tus apps',
  },
};
