/** Sending money: what is asked, what is checked before, and what became of it. */
export const send = {
  title: 'Enviar',
  lead: 'Pega lo que quieres pagar. No se envía nada antes de que lo veas y lo confirmes.',
  to: 'Pagar a',
  toHint: 'Una factura, una dirección Lightning como ana@example.com o un enlace Lightning.',
  submit: 'Continuar',
  notUnderstood: 'Esto no se puede pagar',
  stopped:
    'Los pagos a otras billeteras están detenidos en este momento. Todavía puedes pagar a ' +
    'quienes tienen su billetera aquí.',
  payee: {
    here: (name: string) => `Aquí: ${name}`,
    someoneHere: 'Aquí: alguien con una billetera en este sitio',
    ownWallet: 'Aquí: tu propia billetera',
    unnamed: 'Una billetera sin nombre',
  },
  choose: {
    title: (payee: string) => `Pagar a ${payee}`,
    anyTitle: 'Elige un importe',
    amount: 'Importe',
    fixed: (amount: string) => `El importe es ${amount}.`,
    range: (least: string, most: string) => `De ${least} a ${most}.`,
    most: (spendable: string, most: string) =>
      `Tienes ${spendable}. Si se aparta la comisión, puedes enviar hasta ${most}.`,
    /** Within this site, where no fee is kept aside. */
    allOfIt: (spendable: string) => `Tienes ${spendable} y puedes enviarlo todo.`,
    leftToday: (spendable: string, left: string, most: string) =>
      `Tienes ${spendable} y hoy todavía puedes enviar ${left}: con la comisión reservada, ` +
      `hasta ${most}. El día termina a medianoche UTC.`,
    tooLittle: (spendable: string) =>
      `Tienes ${spendable}. No alcanza para el importe mínimo y su comisión.`,
    all: 'Enviar todo',
    comment: 'Comentario',
    commentHint: (maxLength: number) =>
      `Hasta ${maxLength} caracteres, para la persona a la que pagas.`,
    submit: 'Continuar',
    notWhole: 'Escribe un número entero de sats.',
  },
  review: {
    title: 'Revisa y paga',
    amount: 'Importe',
    to: 'Para',
    description: 'Concepto',
    comment: 'Tu comentario',
    fee: 'Comisión',
    feeAtMost: (amount: string) => `Como máximo ${amount}. Lo que no se use vuelve a tu saldo.`,
    noFee: 'Sin comisión',
    expires: 'Vence',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'en {}',
    after: 'Te queda después',
    afterAtLeast: (amount: string) => `Al menos ${amount}`,
    /** Why its payer is asked who they are. */
    identity: {
      large: (above: string) => `Es más de ${above}. Se paga en cuanto demuestres que eres tú.`,
      together: (sent: string, above: string) =>
        `Junto con ${sent} que enviaste en las últimas 24 horas sin esta pregunta, es más de ` +
        `${above}. Se paga en cuanto demuestres que eres tú.`,
      always:
        'Quieres que te preguntemos antes de cada pago. Se paga en cuanto demuestres que eres ' +
        'tú.',
    },
    pay: (amount: string) => `Pagar ${amount}`,
    change: 'Cambiar',
    renew: 'Pedir otra factura',
    cancel: 'Cancelar',
    warnings: {
      highFee: (fee: string, amount: string) =>
        `La comisión puede llegar a ${fee} para un pago de ${amount}.`,
      hashUnconfirmed:
        'La factura no prueba que sea para lo que describió el destinatario. Muchos servicios ' +
        'se descuidan en esto, pero paga solo si confías en este.',
      ownWallet: 'Esta factura es tuya. Si la pagas, el dinero va de ti a ti.',
    },
    obstacles: {
      paid_before: 'Ya pagaste esta factura. No se puede pagar dos veces.',
      being_paid: 'Ya estás pagando esta factura. Mira en «Actividad» qué pasó con el pago.',
      paid_by_others: 'Otra persona ya pagó esta factura. Pide una nueva.',
      not_our_invoice:
        'Esta factura indica este sitio como destinatario, pero no se creó aquí. No se puede ' +
        'pagar.',
      invoice_expired: 'Esta factura venció. Pide una nueva.',
      stopped:
        'Los pagos a otras billeteras están detenidos en este momento. Tu dinero está a salvo. ' +
        'Inténtalo más tarde.',
    },
    expiredAtPayee: 'La factura que dio el destinatario ha vencido. Pide otra y revísala de nuevo.',
    aboveDay: (needed: string, left: string) =>
      `Hacen falta ${needed} con la comisión. Hoy todavía puedes enviar ${left}; el día termina ` +
      'a medianoche UTC.',
    aboveBalance: (needed: string, spendable: string) =>
      `Con la comisión, hacen falta hasta ${needed}. Tienes ${spendable}.`,
  },
  tooOld: {
    title: 'Esta página estuvo abierta demasiado tiempo',
    text:
      'Esperó tu pago más de 30 minutos. Si no recuerdas si pagaste, mira primero en ' +
      '«Actividad». Después, empieza de nuevo.',
    startAgain: 'Empezar de nuevo',
  },
  /** Titles and words for each state of a payment. */
  payment: {
    sending: {
      title: 'Enviando',
      text: (held: string, amount: string, fee: string) =>
        `Hay ${held} en reserva: ${amount} y, como máximo, ${fee} de comisión.`,
    },
    onItsWay: {
      title: 'En camino',
      text: 'Suele tardar unos segundos. Puedes cerrar esta página: el pago continúa.',
    },
    longOnItsWay: {
      title: 'Todavía en camino',
      text: (lasting: string) =>
        `Este pago lleva ${lasting} en camino. La mayoría tarda segundos, pero alguien en el ` +
        'camino o el destinatario lo está reteniendo. El dinero sigue reservado hasta que ' +
        'llegue o vuelva a ti. Pagar otra vez la misma factura no puede cobrarse dos veces. ' +
        'Pagar una nueva sí. Puedes cerrar esta página: el pago continúa.',
    },
    unknown: {
      title: 'Aún no se sabe',
      text:
        'Todavía no sabemos si el dinero llegó. Hasta que lo sepamos, sigue en reserva. Si ' +
        'pagas otra vez la misma factura, no hay riesgo de pagar dos veces. Con una factura ' +
        'nueva, sí lo hay.',
    },
    stillUnknown: {
      title: 'Sigue sin saberse',
      operator: (identifier: string) =>
        `El operador de este sitio puede revisarlo. Lo encontrará como pago ${identifier}.`,
    },
    paid: {
      title: 'Pagado',
      text: (amount: string) => `El destinatario recibió ${amount}.`,
    },
    failed: {
      title: 'No pagado',
      nothingTaken: 'No salió nada de tu billetera.',
      reasons: {
        no_route: 'No había un camino por la red hasta el destinatario para este importe.',
        timeout: 'El pago no encontró su camino a tiempo.',
        insufficient_liquidity:
          'Este sitio no puede enviar tanto en este momento. Prueba con un importe menor o ' +
          'inténtalo más tarde.',
        incorrect_details:
          'El destinatario rechazó el pago. Puede que la factura haya vencido o ya se haya pagado.',
        cancelled: 'El pago se canceló.',
        rejected: 'El pago se rechazó antes de salir.',
        never_sent: 'El pago no salió. Puede que los pagos estén detenidos en este momento.',
        node_away:
          'Este sitio no tiene conexión con la red en este momento. Inténtalo de nuevo más tarde.',
        never_arrived: 'El pago nunca salió de este sitio.',
        already_paid: 'Otra persona ya había pagado esta factura. Pide una nueva.',
        stranded: 'El pago se quedó atascado y nunca se completó. Pide otra factura.',
        other: 'El pago falló.',
      },
    },
    facts: {
      time: 'Hora',
      feeTaken: 'Comisión',
      identifier: 'Número de pago',
      hash: 'Hash de pago',
    },
    proof: 'Prueba de pago',
    proofHint: 'Guárdalo como recibo. Quien cobra solo lo entrega a cambio de un pago.',
    message: 'Mensaje del destinatario',
    messageLink: (host: string) => `Abrir la página de ${host}`,
    noSecret: 'El destinatario envió un mensaje oculto que no se puede leer.',
    check: 'Comprobar de nuevo',
    done: 'Listo',
    again: 'Intentar de nuevo',
  },
};
