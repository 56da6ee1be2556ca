import type { SettingSource } from '../../../../base/setting.ts';
import type { PaymentState } from '../../../../ledger/payment-state.ts';
import type { OpenPaymentFilter } from '../../../../payments/stranded-store.ts';
import { type Html, html } from '../../../pages/html.ts';

/** Lists for admins. */
export const oversight = {
  titles: {
    alarms: 'Alarmas',
    payments: 'Pagos',
    unclaimed: 'Dinero sin dueño',
    deliveries: 'Webhooks',
    jobs: 'Tareas',
    books: 'Contabilidad',
    settings: 'Ajustes',
  },
  pages: 'Páginas de la lista',
  firstPage: 'Primera página',
  nextPage: 'Página siguiente',
  search: 'Buscar',
  show: 'Mostrar',
  showAll: 'Mostrar todo',
  alarms: {
    lead: 'Lo que necesita tu atención, lo más nuevo primero, con lo que hay que hacer.',
    views: 'Qué alarmas',
    open: 'Abiertas',
    earlier: 'Atendidas',
    kind: 'Tipo',
    allKinds: 'Todos los tipos',
    whatToDo: 'Qué hacer:',
    repeated: (count: string, first: Html, last: Html): Html =>
      html`${count} veces, la primera el ${first}, la última el ${last}`,
    none: { title: 'No hay alarmas abiertas', text: 'Nada necesita tu atención.' },
    noneEarlier: {
      title: 'No hay alarmas atendidas',
      text: 'Las alarmas aparecen aquí cuando alguien las marca como atendidas.',
    },
    noneOfKind: 'Aquí no hay ninguna de este tipo.',
  },
  payments: {
    lead: 'Pagos cuyo resultado aún no se conoce. Hasta entonces, su dinero queda en reserva.',
    held: (amount: string) => `En total hay ${amount} en reserva para ellos.`,
    views: 'Qué pagos',
    filters: {
      all: 'Todos los abiertos',
      unknown: 'Desconocidos',
      stranded: 'Atascados',
    } satisfies Readonly<Record<OpenPaymentFilter, string>>,
    searchHint: 'Un hash de pago entero, o el identificador de un pago o de un usuario.',
    none: {
      title: 'No hay ningún pago así en camino',
      text: 'Los pagos aparecen aquí desde que se envían hasta que se conoce su resultado.',
    },
    noneFound: {
      title: 'Ningún pago abierto coincide',
      text: 'Quizá ya terminó. Escribe el hash o el identificador entero.',
    },
    caption: 'Pagos abiertos, el más antiguo primero',
    columns: {
      since: 'Desde',
      state: 'Estado',
      user: 'Usuario',
      payment: 'Pago',
      hash: 'Hash de pago',
      amount: 'Importe',
      held: 'En reserva',
    },
    kinds: { bolt11: 'Factura', keysend: 'Keysend' },
    states: {
      reserved: 'Aún sin enviar',
      dispatching: 'Se entrega al nodo',
      in_flight: 'En camino',
      unknown: 'Desconocido',
      settled: 'Pagado',
      failed: 'Fallido',
    } satisfies Readonly<Record<PaymentState, string>>,
    acknowledged: 'El nodo lo tiene.',
    notFound: (time: Html): Html =>
      html`El nodo no lo conocía el ${time}. Una segunda consulta decide.`,
    stranded: (time: Html, minutes: string): Html => html`Está atascado en el nodo: todas las
      consultas desde el ${time} vieron lo mismo. Los pares de sus canales llevaban ${minutes}
      minutos ausentes.`,
    strandedHelp:
      'Un pago atascado se puede terminar cuando la prueba está completa. La página para ello ' +
      'pregunta otra vez al nodo y dice qué le falta a la prueba.',
  },
  unclaimed: {
    lead: 'Dinero que llegó y aún no es de ninguna billetera, lo más antiguo primero.',
    none: {
      title: 'No hay dinero sin dueño',
      text: 'Todo lo que llegó se ha abonado a alguien.',
    },
    howTo: 'Cuando sepas de quién es, asígnaselo. Va el importe entero, de forma definitiva.',
    id: 'Identificador',
    reason: 'Motivo',
    hash: 'Hash de pago',
    event: 'Lo que comunicó el nodo',
  },
  deliveries: {
    lead: 'Cómo van las entregas a los receptores de todos los usuarios.',
    backlog: 'En espera',
    waiting: 'Entregas en espera',
    moreThan: (count: string) => `Más de ${count}`,
    oldest: 'La más atrasada, desde',
    noneDue: 'Ninguna está atrasada',
    none: {
      title: 'Ningún receptor falla',
      text: 'Cada receptor activo aceptó su última entrega.',
    },
    failing: 'Los que fallan, por servidor',
    failingText:
      'Estos servidores no aceptaron sus últimas entregas. Seguimos intentándolo. Si fallan ' +
      'muchos a la vez, comprueba primero la red de este servicio.',
    firstOnly: (count: string) => `Solo se cuentan los ${count} que fallan desde hace más tiempo.`,
    columns: {
      host: 'Servidor',
      endpoints: 'Receptores',
      failures: 'Fallos seguidos',
      since: 'Desde',
    },
  },
  jobs: {
    lead: 'Trabajo en segundo plano que nadie espera.',
    views: 'Qué tareas',
    onTime: 'Todas las tareas van a tiempo.',
    late: (minutes: string) =>
      `La tarea más antigua lleva ${minutes} minutos de retraso. Comprueba que haya un worker.`,
    parked: 'Apartadas',
    waiting: 'En espera',
    noneParked: {
      title: 'No hay tareas apartadas',
      text: 'Ninguna tarea ha fallado demasiadas veces.',
    },
    noneWaiting: { title: 'No hay tareas en espera', text: 'Ahora mismo no hay nada que hacer.' },
    parkedHelp:
      'Estas tareas fallaron demasiadas veces y no se repiten por sí solas. Quita la causa que ' +
      'indica el error y vuelve a intentarlas.',
    caption: 'Tareas, la más antigua primero',
    columns: {
      id: 'Número',
      kind: 'Tipo',
      when: 'Cuándo',
      tries: 'Intentos',
      error: 'Último error',
    },
    tries: (count: string, most: string) => `${count} de ${most}`,
    parkedAt: (time: Html): Html => html`Apartada el ${time}`,
    running: 'En marcha',
  },
  books: {
    lead: 'Si se puede seguir cada importe, y cuánto ocupa la base de datos.',
    check: 'Última comprobación',
    never: 'Aún no se ha comprobado la contabilidad. El servicio lo hace solo, o cuando lo pidas.',
    state: 'Resultado',
    balance: 'La contabilidad cuadra',
    differ: (count: string) => `No cuadra: ${count} discrepancias`,
    checkedAt: 'Comprobada',
    transfers: 'Asientos',
    again: 'El servicio la comprueba solo, y también cuando lo pidas.',
    stopped:
      'Los pagos a través del nodo están detenidos hasta que cuadre. Haz una copia de este ' +
      'estado antes de cambiar nada. Después, compruébala otra vez.',
    findings: {
      title: 'Discrepancias',
      caption: 'Lo que vio la última comprobación',
      rule: 'Regla',
      subject: 'Sobre qué',
      detail: 'Detalle',
    },
    sizes: {
      title: 'Base de datos',
      all: (size: Html): Html => html`${size} en total, con índices.`,
      caption: 'Tablas, la mayor primero',
      table: 'Tabla',
      rows: 'Filas, estimadas',
      size: 'Tamaño',
    },
  },
  backups: {
    title: 'Copias de seguridad',
    state: 'Estado',
    onTime: 'Al día',
    late: 'Demasiado antigua',
    failed: 'Falló',
    none: 'Aún ninguna',
    schedule: 'Horario',
    noSchedule: 'Sin horario',
    every: (interval: string) => `Cada ${interval}`,
    newest: 'La más reciente',
    age: 'Antigüedad',
    size: 'Tamaño',
    verified: 'Verificada',
    proofs: {
      restored: 'Restaurando una copia',
      restored_with_findings:
        'Restaurando una copia. Su contabilidad tiene las mismas discrepancias que la actual',
      checksums: 'Con sus sumas de control',
    },
    encrypted: 'Cifrada',
    yes: 'Sí',
    no: 'No',
    lastFailure: 'La última ejecución falló',
    howTo:
      'Indica cuántos segundos pasan entre dos copias y reinicia el servicio. Las copias hechas ' +
      'con el comando no se ven aquí. Cada seis horas es:',
    settings: 'Ajuste',
    caption: 'Las últimas ejecuciones, la más reciente primero',
    ended: 'Terminó',
    result: 'Resultado',
    file: 'Archivo',
  },
  settings: {
    lead: 'Cada ajuste, como este proceso lo leyó al arrancar.',
    secrets:
      'Los secretos no se muestran nunca. De las direcciones que pueden llevar una contraseña o ' +
      'una clave, solo se muestra el servidor.',
    none: {
      title: 'Ningún ajuste coincide',
      text: 'Busca una parte de su nombre o de su descripción.',
    },
    caption: 'Ajustes',
    columns: { name: 'Ajuste', value: 'Valor', source: 'Viene de' },
    sources: {
      default: 'Predeterminado',
      environment: 'Entorno',
      file: 'Archivo .env',
    } satisfies Readonly<Record<SettingSource, string>>,
    secret: 'Definido, no se muestra',
    placeOnly: 'Solo adónde lleva.',
  },
};
