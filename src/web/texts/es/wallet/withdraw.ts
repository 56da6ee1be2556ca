/** Bringing money in from a link that offers it. */
export const withdraw = {
  title: 'Recibe dinero en tu billetera',
  lead: (domain: string) => `${domain} te ofrece dinero. Va directo a tu billetera.`,
  from: 'De',
  description: 'Concepto',
  amount: 'Importe',
  fixed: (amount: string) => `Recibes ${amount}.`,
  range: (least: string, most: string) => `De ${least} a ${most}.`,
  submit: 'Recibir dinero',
  tooOld: {
    title: 'Esta página estuvo abierta demasiado tiempo',
    text: 'Abre el enlace otra vez para empezar de nuevo.',
    again: 'Ir a «Enviar»',
  },
  onItsWay: {
    title: 'En camino',
    text: (domain: string, amount: string) =>
      `${domain} dijo que enviará ${amount}. Esta página lo dirá cuando llegue.`,
    check: 'Comprobar de nuevo',
  },
  noAnswer: {
    title: 'Aún sin confirmar',
    text: (domain: string) =>
      `No sabemos si ${domain} enviará el dinero. Puedes pedirlo otra vez: se pide el mismo ` +
      'pago, así que no puedes pedir de más.',
    again: 'Pedir otra vez',
  },
  refused: {
    title: 'Rechazado',
    text: (domain: string) =>
      `${domain} no quiso enviar el dinero. Puedes pedirlo otra vez: se pide el mismo pago, así ` +
      'que no puedes pedir de más.',
  },
  arrived: {
    title: 'Llegó',
    text: (amount: string) => `Tu billetera recibió ${amount}.`,
  },
  expired: {
    title: 'No llegó nada',
    text:
      'La otra parte no envió el dinero a tiempo. Abre el enlace otra vez para empezar de ' +
      'nuevo.',
  },
  done: 'Listo',
};
