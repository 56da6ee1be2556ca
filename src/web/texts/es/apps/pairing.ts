import type { Scope } from '../../../../access/scope.ts';
import type { PairingProblem } from '../../../../apps/nwc-keys/pairing-request.ts';
import { type Html, html } from '../../../pages/html.ts';

interface CanTexts {
  readonly title: string;
  readonly meaning: string;
}

type Named = 'unknown_methods' | 'bad_return';

/** An app with a key of its own asks for a wallet, over Nostr Wallet Connect. */
export const pairing = {
  unnamed: 'App sin nombre',
  noWebsite: 'La app no indica ninguno.',
  unproven: 'El nombre y el sitio web los indica la propia app. Aquí nadie los comprueba.',
  permissions: {
    each: {
      'account:read': {
        title: 'Ver tu dirección Lightning',
        meaning: 'La dirección en la que pueden pagarte, si tienes una.',
      },
      'balance:read': {
        title: 'Ver tu saldo',
        meaning: 'Cuánto hay en tu billetera en cada momento.',
      },
      'invoices:create': {
        title: 'Pedir dinero en tu nombre',
        meaning: 'Crea facturas. Lo que la gente paga llega a tu billetera.',
      },
      'invoices:read': {
        title: 'Ver lo que recibes',
        meaning: 'Importes, descripciones y pagadores, pasados y futuros.',
      },
      'transactions:read': {
        title: 'Ver lo que pagas',
        meaning: 'Importes, descripciones, destinatarios y pruebas de pago, pasados y futuros.',
      },
      'payments:send': {
        title: 'Gastar de tu billetera',
        meaning: 'Paga sin preguntarte cada vez, hasta el límite que tú pongas.',
      },
    } satisfies Readonly<Record<Scope, CanTexts>>,
  },
  /** The interval as in the list of intervals. */
  most: (amount: string, interval: string) =>
    `La app pide hasta ${amount} ${interval}. Puedes poner menos. Cuentan las comisiones y los ` +
    'pagos en camino.',
  overMost: (amount: string) => `Escribe un número entero de 1 a ${amount}.`,
  warning: (apps: string): Html => html`Permítelo solo si llegaste aquí desde esa app y confías en
    ella. Puedes quitarle el acceso cuando quieras en <a href="${apps}">Apps conectadas</a>.`,
  refused: {
    title: 'Esta app no se puede conectar',
    nothing: 'No se permitió nada y tu billetera no cambió.',
    problems: {
      bad_key:
        'Una app que quiere conectarse envía una clave, por la que tu billetera la reconoce. La ' +
        'clave de esta app falta o no es correcta.',
      key_used:
        'La clave de esta app ya se usó, y una clave conecta una sola vez. Vuelve a la app y ' +
        'empieza de nuevo, para que cree otra clave.',
      bad_name: 'El nombre de la app contiene caracteres invisibles.',
      own_balance:
        'La app pide un saldo propio, separado del tuyo. Aquí no existe. Si la app también ' +
        'puede usar tu propio saldo, elígelo en la app y empieza de nuevo.',
      bad_limit: 'La app pide un límite de gasto, pero no indica un importe que se pueda usar.',
      bad_interval:
        'La app pide un límite de gasto, pero no dice con claridad cada cuánto vuelve a empezar.',
      bad_end: 'La app no dice con claridad cuándo termina la conexión.',
      past_end: 'La app pide una conexión que ya terminó. Empieza de nuevo en la app.',
      bad_state: 'La app marcó su solicitud con un texto demasiado largo o que no se puede leer.',
    } satisfies Readonly<Record<Exclude<PairingProblem['kind'], Named> | 'key_used', string>>,
    unknownMethods: (names: Html): Html =>
      html`La app necesita algo que esta billetera no puede hacer: ${names}`,
    badReturn: (address: string): Html => html`La app quiere enviarte a una dirección a la que
      este servicio no envía a nadie: <code>${address}</code>`,
  },
  connected: {
    title: (name: string) => `«${name}» está conectada`,
    text: 'Vuelve a la app. Puedes cerrar esta ventana.',
    byHand:
      'La app no dijo dónde espera la respuesta. Si te pide una conexión, copia este texto y ' +
      'pégalo allí. No contiene ningún secreto.',
  },
  denied: {
    title: 'No se permitió nada',
    text: 'La app no puede usar tu billetera. Puedes cerrar esta ventana.',
  },
};
