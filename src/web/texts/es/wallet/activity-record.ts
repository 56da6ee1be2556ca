/** All about one record or payment. */
export const activityRecord = {
  back: 'Actividad',
  /** Head of the printed page. */
  receipt: (site: string, identifier: string) => `${site}, movimiento ${identifier}`,
  received: { title: 'Recibido', lead: (amount: string) => `Tu billetera recibió ${amount}.` },
  settled: { title: 'Pagado', lead: 'El destinatario ya tiene el dinero.' },
  sending: {
    title: 'Enviando',
    lead: (held: string, amount: string, fee: string) =>
      `Hay ${held} en reserva: ${amount} y, como máximo, ${fee} de comisión. Lo que no se use ` +
      'vuelve a tu saldo.',
  },
  inFlight: {
    title: 'En camino',
    lead: 'Suele tardar unos segundos. Puedes cerrar esta página.',
  },
  longInFlight: {
    title: 'Todavía en camino',
    lead: (lasting: string) =>
      `Este pago lleva ${lasting} en camino. La mayoría tarda segundos, pero alguien en el ` +
      'camino o el destinatario lo está reteniendo. El dinero sigue reservado hasta que llegue ' +
      'o vuelva a ti. Pagar otra vez la misma factura no puede cobrarse dos veces. Pagar una ' +
      'nueva sí. Puedes cerrar esta página: el pago continúa.',
  },
  unknown: {
    title: 'Aún no se sabe',
    lead:
      'El nodo no ha dicho si el dinero llegó. Hasta que lo diga, sigue en reserva. Si pagas ' +
      'otra vez la misma factura, no hay riesgo de pagar dos veces. Con una factura nueva, sí ' +
      'lo hay.',
  },
  longUnknown: {
    title: 'Sigue sin saberse',
    lead: (identifier: string) =>
      'El nodo no ha dicho si el dinero llegó. Hasta que lo diga, sigue en reserva. Si pagas ' +
      'otra vez la misma factura, no hay riesgo de pagar dos veces. Con una factura nueva, sí lo ' +
      `hay. El operador puede buscarlo como pago ${identifier}.`,
  },
  failed: { title: 'No pagado', nothingTaken: 'No salió nada de tu billetera.' },
  causes: {
    no_route: 'No se encontró un camino hasta el destinatario para este importe.',
    timeout: 'El pago no encontró su camino a tiempo.',
    insufficient_liquidity: 'Este servicio no puede enviar tanto por Lightning en este momento.',
    incorrect_details:
      'El destinatario lo rechazó: la factura venció o el importe no es el correcto.',
    cancelled: 'El pago se canceló.',
    rejected: 'El nodo Lightning de este servicio no quiso enviarlo.',
    never_sent: 'El pago nunca se envió.',
    node_away: 'No se pudo contactar con el nodo Lightning de este servicio.',
    never_arrived: 'El pago nunca llegó al nodo Lightning de este servicio.',
    already_paid: 'La factura ya se había pagado con otro pago.',
    stranded: 'El pago se quedó atascado y nunca se completó. Pide otra factura al destinatario.',
    other: 'El pago falló.',
  },
  refresh: 'Actualizar',
  fee: 'Comisión',
  feeShare: (fee: string, percent: string) => `${fee} (${percent} del importe)`,
  noFee: 'Ninguna',
  feeAtMost: (fee: string) => `Como máximo ${fee}`,
  left: 'Salió de la billetera',
  ordered: 'Inicio',
  asked: 'Factura creada',
  settledAt: { incoming: 'Recibido', outgoing: 'Pagado' },
  bookedAt: 'Añadido a tu billetera',
  ended: 'Fin',
  to: 'Para',
  payer: 'De',
  payerEmail: 'Correo electrónico de quien pagó',
  payerKey: 'Clave de quien pagó',
  destination: 'Clave del destinatario',
  description: 'Descripción',
  comment: 'Comentario',
  message: 'Mensaje',
  by: { incoming: 'Factura creada por', outgoing: 'Pagado por', unpaid: 'Iniciado por' },
  kind: 'Tipo',
  keysend: 'Keysend: enviado sin factura',
  proof: 'Prueba de pago',
  proofHint: 'Guárdala como recibo y muéstrala al destinatario si te la pide.',
  copyProof: 'Copiar prueba',
  paymentHash: 'Hash de pago',
  invoice: 'Factura',
  technical: 'Detalles técnicos',
  success: {
    title: 'Del destinatario',
    url: 'Dirección',
    urlHint: 'La escribió el destinatario. Ábrela solo si confías en él.',
    secret: 'Para ti',
  },
  boost: {
    title: 'Boost',
    app: 'App',
    podcast: 'Programa',
    episode: 'Episodio',
    sender: 'De',
    message: 'Mensaje',
    all: 'Todo lo que se envió con él',
  },
  records: 'Otros registros',
  metadata: 'Metadatos',
  webhooks: 'Webhooks que recibieron el aviso',
  note: {
    title: 'Tu nota',
    label: 'Solo tú puedes verla',
    save: 'Guardar nota',
    saved: 'Tu nota se guardó.',
    removed: 'Tu nota se borró.',
    tooLong: (max: number) => `Esta nota es demasiado larga. Usa como máximo ${max} caracteres.`,
  },
};
