/** Lines of money that came, went, or was meant to, wherever they stand. */
export const records = {
  noPurpose: 'Sin descripción',
  from: (payer: string) => `De ${payer}`,
  received: 'Recibido',
  sent: 'Enviado',
  pending: 'En camino',
  failed: 'No pagado',
  keysend: 'sin factura',
  fee: (amount: string) => `comisión ${amount}`,
  /** Who ordered it, or asked for it. */
  spenders: {
    you: 'Tú',
    operator: 'El operador',
    address: 'Dirección Lightning',
    /** One that is not known any more. */
    unknown: 'Una app eliminada',
    ended: {
      token: (name: string) => `${name} (revocado)`,
      app: (name: string) => `${name} (desconectada)`,
    },
  },
  today: 'Hoy',
  yesterday: 'Ayer',
};

export const activity = {
  title: 'Actividad',
  filters: 'Entradas y salidas',
  all: 'Todo',
  incoming: 'Entradas',
  outgoing: 'Salidas',
  unused: {
    title: 'Todavía no ha entrado ni salido dinero',
    text: 'Todo lo que recibas y envíes aparecerá aquí.',
  },
  search: 'Buscar',
  searchHint: 'Para qué era, un nombre, una dirección o un hash de pago.',
  more: 'Más filtros',
  state: 'Estado',
  states: {
    all: 'Todos',
    settled: 'Recibido o pagado',
    pending: 'En camino',
    failed: 'No pagado',
  },
  app: 'App o token',
  allApps: 'Todos',
  from: 'Desde el día',
  to: 'Hasta el día',
  badDay: 'Escribe un día, por ejemplo 2026-11-21.',
  minAmount: 'Importe mínimo',
  badAmount: 'Escribe un número entero de sats.',
  show: 'Mostrar',
  clear: 'Quitar filtros',
  nothing: {
    title: 'No hay nada de este tipo',
    text: 'Ningún movimiento coincide con los filtros.',
    noneFound: (count: string) =>
      `Ninguno de los ${count} movimientos revisados coincide con los filtros.`,
  },
  pendingTitle: 'En camino',
  pendingMore: 'Hay más pagos en camino. Elige «En camino» en los filtros.',
  sum: {
    label: 'En esta página',
    incoming: 'Entradas',
    outgoing: 'Salidas',
    fees: 'Comisiones',
  },
  /** At the end of a page that a search filled only in part. A date follows. */
  looked: (count: string) => `Se revisaron ${count} movimientos, hasta el`,
  lookFurther: 'Buscar más atrás',
  zone: 'Los días y las horas de esta lista están en UTC.',
  pages: 'Páginas',
  newest: 'Más recientes',
  older: 'Anteriores',
};
