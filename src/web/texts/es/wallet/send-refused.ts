import type { BadAnswer, NoAnswer, UnpayableText } from '../../../../lnurl/lnurl-refusals.ts';

const unpayable: Readonly<Record<UnpayableText, string>> = {
  empty: 'Pega una factura, una dirección Lightning o un enlace Lightning.',
  too_long: 'Este texto es demasiado largo para ser un pago.',
  not_understood:
    'Esto no es una factura, ni una dirección Lightning, ni un enlace Lightning. Cópialo otra ' +
    'vez y pégalo entero.',
  several:
    'En este texto hay más de un pago. Pega solo la factura o la dirección que quieres pagar.',
  bad_address: 'Esto no es una dirección Lightning. Una dirección es como ana@example.com.',
  bad_lnurl:
    'Este enlace Lightning está dañado: hay un carácter incorrecto o falta alguno. Cópialo otra ' +
    'vez.',
  bad_link: 'Este enlace no pide ningún pago Lightning.',
  private_host: 'Esto lleva a una red privada, y eso no está permitido aquí.',
  not_https: 'Esto lleva a un servidor sin conexión segura (https), así que no se usa.',
  port: 'Una dirección como esta no puede indicar un puerto. Comprueba que esté bien escrita.',
  onion: 'Esto lleva a la red Tor, a la que no se puede llegar desde aquí.',
  own_link: 'Esto lleva a este mismo sitio, pero no a alguien a quien se pueda pagar.',
  onchain:
    'Esta es una dirección de bitcoin para pagos en la cadena de bloques. Aquí solo se pueden ' +
    'enviar pagos Lightning. Pide al destinatario una factura Lightning.',
  bolt12: 'Esta es una oferta de un tipo más nuevo (BOLT 12), que aquí todavía no se puede pagar.',
  nostr_key: 'Esto es una clave de Nostr, no un pago. Pide una dirección Lightning.',
  login_link: 'Este enlace sirve para iniciar sesión en otro sitio, y eso no funciona aquí.',
  channel_link: 'Este enlace abre un canal entre dos nodos. No es un pago.',
  withdraw_link: 'Con este enlace se recibe dinero.',
  pay_link: 'Este enlace pide un pago. Con él no se recibe dinero.',
};

const noAnswer: Readonly<Record<NoAnswer, (host: string) => string>> = {
  blocked: (host) =>
    `El servidor ${host} está en una red a la que no se permite acceder desde aquí.`,
  unknown_host: (host) =>
    `No existe ningún servidor llamado ${host}. Comprueba que esté bien escrito.`,
  no_connection: (host) =>
    `No se puede conectar con el servidor ${host}. Inténtalo de nuevo más tarde.`,
  timeout: (host) => `El servidor ${host} no respondió a tiempo. Inténtalo de nuevo más tarde.`,
  too_large: (host) => `El servidor ${host} envió una respuesta demasiado larga.`,
  not_json: (host) => `El servidor ${host} envió una respuesta que no se puede leer.`,
  server_error: (host) => `El servidor ${host} tiene un fallo. Inténtalo de nuevo más tarde.`,
  bad_redirect: (host) =>
    `El servidor ${host} lleva a un lugar al que no se permite acceder desde aquí.`,
  not_found: (host) =>
    `El servidor ${host} no conoce este pago. Comprueba que el texto esté bien escrito.`,
};

const badAnswer: Readonly<Record<BadAnswer, string>> = {
  no_lnurl: 'Detrás de esto no hay ningún pago Lightning.',
  other_kind: 'El servidor ofrece algo distinto de lo que promete este enlace.',
  bad_callback:
    'El servidor quiere recibir la consulta en un lugar al que no se permite acceder desde aquí.',
  bad_limits: 'El servidor indica importes que no tienen sentido.',
  no_possible_amount: 'El importe es menor que 1 sat o mayor de lo que aquí es posible.',
  bad_metadata: 'El servidor no dice correctamente qué se paga.',
  no_text: 'El servidor no dice qué se paga.',
  wants_payer_data: 'El destinatario quiere saber quién paga, y eso no se comunica desde aquí.',
  bad_withdraw: 'El servidor ofrece dinero, pero no de una manera que funcione.',
  unclear_withdraw: 'El servidor no dijo si enviará el dinero.',
  no_invoice: 'El servidor del destinatario no envió ninguna factura.',
  bad_invoice: 'El servidor del destinatario envió una factura que no se puede leer.',
  unpayable_invoice:
    'El servidor del destinatario envió una factura que no se puede pagar desde aquí.',
  unknown_success_action: 'El destinatario quiere que después ocurra algo que aquí no se conoce.',
  bad_success_action: 'El destinatario quiere que después ocurra algo que no se puede leer.',
  foreign_success_url: 'El destinatario quiere llevarte después a otro sitio.',
  wrong_amount:
    'El servidor del destinatario envió una factura con un importe distinto del que elegiste.',
  wrong_network: 'El servidor del destinatario envió una factura para otra red.',
  expired_invoice: 'El servidor del destinatario envió una factura que ya venció.',
  paid_invoice: 'El servidor del destinatario envió una factura que ya pagaste.',
};

/** Why something cannot be sent or withdrawn. Each is followed by `nothing` where that helps. */
export const sendRefused = {
  unpayable,
  noAnswer,
  badAnswer,
  nothing: 'No se envió nada.',
  refused: (host: string, reason: string) => `${host} lo rechazó: «${reason}»`,
  refusedSilently: (host: string) => `${host} lo rechazó y no dijo por qué.`,
  badInvoice:
    'Esta factura está dañada: hay un carácter incorrecto o falta alguno. Cópiala otra vez.',
  unknownInvoice:
    'Esta factura es de un tipo que aquí no se conoce, así que no se puede pagar. Pide otra.',
  wrongNetwork: (network: string, ours: string) =>
    `Esta factura es para otra red (${network}). Esta billetera usa ${ours}.`,
  networks: {
    bitcoin: 'Bitcoin',
    testnet: 'la red de pruebas',
    signet: 'la red Signet',
    regtest: 'una red de pruebas privada',
  },
  payeeNotFound: 'Aquí nadie tiene esta dirección. Comprueba que esté bien escrita.',
  invoiceExpired: 'Esta factura venció. Pide una nueva.',
  neverPayable: {
    old_kind:
      'Esta factura es de un tipo antiguo que ya no se puede pagar. Pide una nueva al ' +
      'destinatario.',
    unknown_feature: 'Esta factura necesita algo que aquí no se conoce. No se puede pagar.',
  },
  amountNeeded: 'Escribe un importe.',
  amountOutOfRange: (least: string, most: string) => `Escribe un importe de ${least} a ${most}.`,
  commentNotTaken: 'El destinatario no acepta comentarios.',
  commentTooLong: (maxLength: number) =>
    `Este comentario es demasiado largo. Acórtalo a ${maxLength} caracteres.`,
  balanceLimit:
    'Con este importe tendrías aquí más de lo que este servicio guarda para ti. La página de ' +
    'inicio dice cuánto es.',
  payeeFull:
    'El destinatario no puede recibir tanto en este momento. Pregúntale cuándo será posible.',
  tooManyInvoices:
    'En este momento hay demasiadas facturas sin pagar de esta dirección. Inténtalo de nuevo ' +
    'más tarde.',
  ownTooManyInvoices:
    'Demasiadas de tus facturas siguen sin pagar. Espera a que venzan algunas e inténtalo de ' +
    'nuevo.',
  ownTooManyNewInvoices:
    'Hoy has creado muchísimas facturas. Espera una o dos horas e inténtalo de nuevo.',
  tooManyLookUps:
    'Estás consultando a varios destinatarios a la vez. Espera un momento e inténtalo de nuevo.',
  other: 'Esto no se puede pagar desde aquí.',
  /** Of the payment itself, when the button was pressed. */
  paying: {
    balance: 'Tu saldo no alcanza para este pago y su comisión.',
    tooManyOpen: 'Demasiados de tus pagos siguen en camino. Espera a que terminen algunos.',
    hashInUse:
      'Otra persona está pagando esta factura ahora mismo. Inténtalo de nuevo en un minuto.',
    paidBefore: 'Esta factura ya se pagó.',
    expired: 'Esta factura venció. Pide una nueva.',
    stopped:
      'Los pagos a otras billeteras están detenidos en este momento. Inténtalo de nuevo más tarde.',
    notReady: 'Esta factura aún no está lista. Inténtalo de nuevo en unos segundos.',
    sendLimit:
      'Esto es más de lo que aún puedes enviar hoy. La página de inicio dice cuánto queda; el ' +
      'día termina a medianoche (UTC).',
    tooLarge: 'Esto es más de lo que se puede enviar en un solo pago.',
    notPayable: 'Esta factura necesita algo que aquí no se conoce. No se puede pagar.',
    other: 'No se pudo iniciar el pago. No se envió nada.',
  },
};
