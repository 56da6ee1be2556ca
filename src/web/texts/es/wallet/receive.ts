/** Receiving money: an invoice for one payment, and the address for all. */
export const receive = {
  title: 'Recibir',
  amount: 'Importe',
  unit: 'Unidad',
  memo: 'Para qué es',
  memoHint: 'Quien paga lo ve en su billetera.',
  expiry: 'Válida durante',
  expiries: {
    900: '15 minutos',
    3600: '1 hora',
    86400: '1 día',
    604800: '7 días',
  },
  submit: 'Crear factura',
  address: {
    title: 'Tu dirección Lightning',
    none: 'Todavía no tienes una dirección',
    noneText: 'Con una dirección, la gente puede pagarte sin factura, tantas veces como quiera.',
    choose: 'Elegir una dirección',
  },
  refused: {
    bad_amount: (most: string) => `Escribe un número entero de sats, de 1 a ${most}.`,
    bad_money: (example: string) => `Escribe una cantidad de dinero, por ejemplo ${example}.`,
    no_price:
      'Ahora no se conoce el precio de bitcoin en esta moneda. Escribe la cantidad en sats.',
    memo_too_long: (maxBytes: number) =>
      `Este texto es demasiado largo. Usa como máximo ${maxBytes} letras (las que llevan tilde ` +
      'cuentan doble).',
    too_many_open_invoices:
      'Demasiadas de tus facturas siguen sin pagar. Espera a que venzan algunas e inténtalo de ' +
      'nuevo.',
    too_many_new_invoices:
      'Hoy has creado muchísimas facturas. Espera una o dos horas e inténtalo de nuevo.',
    full: (most: string) =>
      `Ya tienes aquí todo lo que este servicio guarda para ti (${most}). Envía primero una ` +
      'parte a otra billetera.',
    over_room: (room: string, most: string) =>
      `Es más de lo que cabe. Ahora puedes recibir hasta ${room}, porque este servicio guarda ` +
      `hasta ${most} para ti.`,
    sent_before: 'Ya enviaste este formulario con otro contenido. Revísalo y envíalo una vez más.',
  },
  invoiceTitle: {
    waiting: (amount: string) => `Factura de ${amount}`,
    paid: (amount: string) => `Pagada: ${amount}`,
    expired: (amount: string) => `Factura vencida de ${amount}`,
  },
  waiting: {
    title: (amount: string) => `Factura de ${amount}`,
    lead:
      'Quien paga puede escanear el código, o puedes enviarle la factura. Se puede pagar una ' +
      'sola vez.',
    qr: (amount: string) => `Código QR de la factura de ${amount}`,
    noQr: 'El código QR no se puede mostrar ahora. Copia la factura o vuelve a cargar la página.',
    copy: 'Copiar factura',
    share: 'Compartir',
    open: 'Abrir en la billetera',
    state: 'Esperando el pago',
    /** A date follows. */
    until: 'Válida hasta el',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'Quedan {}',
    check: 'Comprobar si llegó el pago',
    formats: 'Otros formatos',
    asText: 'Factura como texto',
    asLink: 'Enlace de Bitcoin',
    linkHint: 'Algunas billeteras abren este tipo de enlace.',
  },
  paid: {
    title: 'Pagada',
    lead: (amount: string) => `Tu billetera recibió ${amount}.`,
    again: (count: number) =>
      `Esta factura se pagó ${count} veces. Todo el dinero está en tu billetera.`,
    when: 'Recibido',
    done: 'Listo',
    another: 'Otra factura',
  },
  expired: {
    title: 'Esta factura venció',
    lead:
      'Ya no se puede pagar. Un pago que ya estaba en camino todavía puede llegar. En ese caso, ' +
      'esta página lo dirá.',
    again: 'Crear otra vez la misma factura',
  },
};
