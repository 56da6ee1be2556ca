import { plural } from '../plural.ts';

/** Pages for people who pay an address. They may see a Lightning wallet for the first time. */
export const pay = {
  title: (payee: string) => `Pagar a ${payee}`,
  lead: 'Elige un importe. Recibirás una factura que cualquier billetera Lightning puede pagar.',
  amount: 'Importe',
  amountHint: 'En sats, la unidad más pequeña de bitcoin.',
  comment: 'Comentario',
  commentHint: (maxLength: number) =>
    `Hasta ${maxLength} caracteres, para la persona a la que pagas.`,
  submit: 'Crear factura',
  fullTitle: 'Ahora no es posible',
  refused: {
    full:
      'Esta persona ya tiene aquí todo lo que este servicio guarda para ella. Pregúntale ' +
      'cuándo podrás pagar.',
    amount: (least: string, most: string) =>
      `Escribe un número entero de sats, de ${least} a ${most}.`,
    comment_too_long: (maxLength: number) =>
      `Este comentario es demasiado largo. Acórtalo a ${maxLength} caracteres.`,
    too_many_open_invoices:
      'En este momento hay demasiadas facturas sin pagar de esta dirección o de tu red. Cada una ' +
      'vence en menos de 15 minutos. Paga una que ya tengas o inténtalo más tarde.',
    too_busy:
      'Muchas personas piden facturas en este momento. No se creó nada. Inténtalo de nuevo en un ' +
      'minuto.',
    too_often: (retryAfterSec: number) =>
      'Desde tu red se pidieron muchas facturas en poco tiempo. Inténtalo de nuevo en ' +
      `${retryAfterSec} ${plural(retryAfterSec, 'segundo', 'segundos')}.`,
  },
  invoice: {
    to: 'Para',
    amount: 'Importe',
    comment: 'Comentario',
    waiting: {
      title: (amount: string) => `Factura de ${amount}`,
      lead:
        'Escanea el código con una billetera Lightning o abre la factura en una que tengas en ' +
        'este dispositivo.',
      qr: (amount: string) => `Código QR de la factura de ${amount}`,
      noQr: 'El código QR no se puede mostrar ahora. Copia la factura o vuelve a cargar la página.',
      open: 'Abrir en la billetera',
      copy: 'Copiar factura',
      asText: 'Factura como texto',
      state: 'Esperando tu pago',
      /** A date follows. */
      until: 'Válida hasta el',
      /** A script puts minutes and seconds in place of the braces. */
      left: 'Quedan {}',
      check: 'Comprobar si llegó el pago',
    },
    paid: {
      title: 'Pagado',
      lead: 'El dinero llegó. ¡Gracias!',
      proof: 'Prueba de pago',
      proofHint: 'Guárdalo como recibo. También lo ve quien tenga el enlace a esta página.',
      again: 'Pagar otra vez',
    },
    expired: {
      title: 'Esta factura venció',
      lead: 'Ya no se puede pagar. Si todavía quieres pagar, crea una nueva.',
      underWay:
        '¿Tu billetera dice que un pago sigue en camino? Entonces espera el resultado: el dinero ' +
        'llegará aquí o volverá a ti.',
      again: 'Crear otra factura',
    },
    removed: {
      title: 'Esta factura ya no está aquí',
      lead: 'Las facturas sin pagar se borran un tiempo después de vencer.',
      again: 'Crear otra factura',
    },
  },
};
