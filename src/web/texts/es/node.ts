import type { AlarmKind } from '../../../alarms/alarm-store.ts';
import type { NodeDifference } from '../../../node/comparison-store.ts';
import { type Html, html } from '../../pages/html.ts';

const DONE: Readonly<Record<NodeDifference['kind'], string>> = {
  payment: 'Pagado',
  invoice: 'Recibido',
};
const STATES: Readonly<Record<NodeDifference['state'], string>> = {
  in_flight: 'en curso',
  succeeded: 'con éxito',
  settled: 'liquidado',
};

/** What operators see of their node. They know Lightning. */
export const node = {
  title: 'Nodo',
  lead: 'El nodo Lightning, y si tiene lo suficiente para lo que debe este servicio.',
  money: {
    title: 'Dinero',
    payments: 'Pagos a través del nodo',
    allowed: 'Permitidos',
    stopped: 'Detenidos',
    internal: 'Los pagos entre billeteras de este servicio continúan.',
    solvency: 'Solvencia',
    covered: 'Cubierta',
    notCovered: 'No cubierta',
    noAnswer: 'El nodo no responde',
    holds: 'El nodo tiene',
    unknown: 'No se sabe',
    owes: 'Este servicio debe',
    wallets: 'de ello, en billeteras',
    held: 'de ello, en reserva y aún sin enviar',
    unclaimed: 'de ello, sin reclamar',
    pending: 'Pagos en camino',
    none: 'Ninguno',
    pendingFor: (count: string, amount: string) => `${count}, con ${amount} en reserva`,
    books: 'Contabilidad',
    notChecked: 'Aún sin comprobar',
    balanced: 'Cuadra',
    findings: (count: string) =>
      `No cuadra: ${count} ${count === '1' ? 'discrepancia' : 'discrepancias'}`,
    checked: (transfers: string, time: Html): Html =>
      html`${transfers} ${transfers === '1' ? 'asiento' : 'asientos'}, comprobado el ${time}`,
  },
  comparison: {
    title: 'Después de la restauración',
    comparing:
      'Se están comparando el nodo y la base de datos. Si aquí no falta nada, los pagos vuelven ' +
      'a permitirse por sí solos en un minuto, más o menos. Si falta algo, siguen detenidos ' +
      'hasta que los permitas:',
    differs:
      'El nodo hizo cosas que la base de datos no conoce. Nada de ello se envía de nuevo ni se ' +
      'anota. Cuando lo hayas revisado, vuelve a permitir los pagos:',
    caption: 'Lo que la base de datos no conoce',
    when: 'Cuándo',
    what: 'Qué',
    paymentHash: 'Hash de pago',
    amount: 'Importe',
    done: ({ kind, state }: Pick<NodeDifference, 'kind' | 'state'>) =>
      `${DONE[kind]}, ${STATES[state]}`,
  },
  info: {
    title: 'Nodo',
    noAnswer: 'No responde',
    meanwhile:
      'Las billeteras todavía pueden pagarse entre sí. El dinero que llegue se abonará más tarde.',
    name: 'Nombre',
    publicKey: 'Clave pública',
    network: 'Red',
    version: 'Versión',
    chain: 'Cadena',
    synced: 'Sincronizada',
    catchingUp: 'Poniéndose al día',
    block: (height: string) => `bloque ${height}`,
    canSend: 'Puede enviar',
    canReceive: 'Puede recibir',
  },
  channels: {
    title: 'Canales',
    none: 'No hay canales. No se puede enviar ni recibir nada.',
    some: (shown: string, all: string): Html => html`Se muestran los primeros ${shown} de ${all}.
      <code>satchel node</code> los muestra todos.`,
    caption: 'Canales y sus saldos',
    peer: 'Par',
    state: 'Estado',
    ours: 'Nuestro',
    theirs: 'Del par',
    active: 'Activo',
    inactive: 'Inactivo',
  },
  advice: {
    title: 'Consejos',
    none: 'Los canales están bien. No hay nada que hacer.',
    notCovered:
      'El nodo tiene menos de lo que se debe a los usuarios. Añade dinero tuyo a sus canales. ' +
      'Los pagos a través del nodo se detienen hasta que alcance.',
    thinCover: (percent: string) =>
      `El nodo tiene solo el ${percent} % de lo que se debe. Las comisiones bastarían para ` +
      'dejarlo por debajo. Mantén más dinero tuyo en sus canales.',
    noChannels:
      'No hay canales, así que nada se puede enviar ni recibir a través del nodo. Abre uno hacia ' +
      'un nodo bien conectado y consigue otro en la dirección contraria.',
    lowOutbound: (percent: string) =>
      `Solo se puede enviar el ${percent} % de la capacidad. Los pagos a otros nodos fallarán ` +
      'pronto. Abre otro canal.',
    lowInbound: (percent: string) =>
      `Solo se puede recibir el ${percent} % de la capacidad. Los pagos grandes a tus usuarios ` +
      'fallarán. Pide a otro nodo que abra un canal hacia el tuyo, o compra uno a un proveedor.',
    singleChannel:
      'Todo el dinero pasa por un solo canal. Mientras el otro nodo no esté, no se puede enviar ' +
      'ni recibir nada. Abre un segundo canal con otro nodo.',
    oneChannel: (percent: string, peer: string) =>
      `El canal con ${peer}… tiene el ${percent} % de lo que el nodo puede enviar. Mientras ese ` +
      'nodo no esté, la mayoría de los pagos fallan. Reparte el dinero entre más canales.',
    inactive: (count: string, amount: string) =>
      `Canales cuyo otro nodo no responde: ${count}. Tienen ${amount} que ahora no se pueden ` +
      'enviar. Si pasan días sin respuesta, habla con su operador o cierra el canal.',
  },
  alarms: {
    title: 'Alarmas',
    none: 'No hay ninguna alarma abierta.',
    open: (count: string) => `Alarmas abiertas: ${count}`,
    kinds: {
      fee_above_reserve: 'comisión mayor que la reserva',
      payment_stranded: 'pago atascado',
      stranded_payment_ended: 'pago atascado terminado',
      foreign_payment_for_hash: 'pago ajeno con ese hash',
      acknowledged_payment_not_found: 'pago aceptado que no aparece',
      final_state_contradicted: 'contradicción con un estado final',
      credit_parked: 'abono apartado',
      receipt_taken_back: 'ingreso devuelto',
      closed_account_paid: 'dinero para una cuenta cerrada',
      statement_not_closed: 'extracto sin cerrar',
      owed_sums_differ: 'lo adeudado no coincide con los libros',
      proof_folder_differs: 'copias de comprobaciones distintas',
      cursor_event_missing: 'falta el evento del cursor',
      node_changed: 'el nodo cambió',
      preimage_mismatch: 'la preimagen no coincide',
      node_balance_too_low: 'saldo del nodo demasiado bajo',
      books_do_not_balance: 'la contabilidad no cuadra',
      job_parked: 'tarea apartada',
      backup_failed: 'copia de seguridad fallida',
      backup_overdue: 'copias de seguridad atrasadas',
      payment_not_in_books: 'pago que no está en la contabilidad',
      payment_of_others: 'pago de otros',
      invoice_not_in_books: 'factura que no está en la contabilidad',
      database_unsafe: 'la base de datos puede olvidar',
      database_gone_back: 'la base de datos volvió atrás',
      payment_lost: 'pago perdido',
      payment_takes_long: 'pago en camino desde hace rato',
      database_refuses_writes: 'la base de datos no admite cambios',
      node_away: 'nodo no disponible',
      backup_missing: 'nunca se hizo una copia de seguridad',
      database_outdated: 'versión antigua de PostgreSQL',
    } satisfies Readonly<Record<AlarmKind, string>>,
  },
};
