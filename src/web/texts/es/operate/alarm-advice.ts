import type { AlarmKind } from '../../../../alarms/alarm-store.ts';

/** What an admin does about each kind of alarm. */
export const alarmAdvice = {
  fee_above_reserve:
    'Nada para este pago: la diferencia la asume el servicio, no la persona. Si ocurre a ' +
    'menudo, sube SATCHEL_FEE_RESERVE_PPM.',
  payment_stranded:
    'Míralo en «Pagos», «Atascados». Cuando la prueba esté completa, puedes terminarlo y el ' +
    'dinero vuelve a la billetera.',
  stranded_payment_ended:
    'Nada: el dinero está de vuelta en la billetera. Si el nodo lo paga al final, otra alarma' +
    ' lo avisa.',
  foreign_payment_for_hash:
    'Averigua quién más paga desde este nodo: la misma factura se pagó por otra vía. La ' +
    'persona recuperó su dinero.',
  acknowledged_payment_not_found:
    'No borres pagos del nodo y comprueba que los conserva. Ha olvidado uno que tenía; el ' +
    'dinero sigue en reserva.',
  final_state_contradicted:
    'Detén los pagos a través del nodo y guarda sus registros. Dijo dos cosas distintas de un' +
    ' pago. Pregunta antes de seguir.',
  credit_parked:
    'Mira en «Dinero sin dueño»: llegó algo que no se pudo abonar. Asígnalo cuando sepas de ' +
    'quién es.',
  receipt_taken_back:
    'La billetera conserva el dinero, así que lo debes. Si el nodo ya no cubre lo que es de ' +
    'los usuarios, añade ese importe y pide que paguen de nuevo al nodo.',
  closed_account_paid:
    'Está en «Dinero sin dueño»: llegó para una cuenta cerrada. Asígnalo si sabes a quién ' +
    'corresponde.',
  statement_not_closed:
    'Comprueba la contabilidad y mira qué cambió los datos de esta persona. El último mes de ' +
    'su billetera no se puede cerrar.',
  owed_sums_differ:
    'Comprueba la contabilidad ahora. No se publica nada nuevo sobre lo adeudado hasta que ' +
    'billeteras y libros coincidan.',
  proof_folder_differs:
    'Hasta entonces no se publica ninguna comprobación. Averigua qué cambió sus copias en la ' +
    'carpeta de datos y después aparta esa carpeta. A partir de ahí vale la base de datos.',
  cursor_event_missing:
    'Conecta el nodo que tiene la misma historia que antes. Hasta entonces no se anota nada ' +
    'de lo que este reciba.',
  node_changed:
    'Conecta el nodo de antes: este tiene otra clave. No se anota nada de lo que reciba.',
  preimage_mismatch:
    'Detén los pagos a través del nodo y guarda sus registros. Envió una prueba de pago que ' +
    'no encaja. Pregunta antes de seguir.',
  node_balance_too_low:
    'Averigua adónde fue el dinero antes de añadir más. Los pagos a través del nodo están ' +
    'detenidos hasta que cubra lo que es de los usuarios.',
  books_do_not_balance:
    'Mira en «Contabilidad» lo que se encontró y haz una copia de seguridad antes de cambiar ' +
    'nada. Los pagos a través del nodo están detenidos.',
  job_parked: 'Mira su último error en «Tareas». Quita la causa y vuelve a intentarlo.',
  payment_not_in_books:
    'Averigua quién lo envió: la base de datos no conoce este pago del nodo. Mira «After a ' +
    'restore» en docs/operating.md.',
  payment_of_others:
    'Nada, si sabes quién más paga desde este nodo. Si no, quizá la base de datos perdió un ' +
    'pago: mira docs/operating-lnd.md.',
  invoice_not_in_books:
    'El nodo recibió dinero que la base de datos no conoce. Mira «After a restore» en ' +
    'docs/operating.md.',
  database_unsafe:
    'Corrige los ajustes del servidor de base de datos que nombra la alarma: con ellos ' +
    'confirma lo que solo una máquina tiene. Si falla, se pierde dinero ya confirmado.',
  database_gone_back:
    'A la base de datos le falta algo que tenía. No dejes salir pagos antes de compararla con' +
    ' el nodo: mira «After a restore» en docs/operating.md.',
  payment_lost:
    'El nodo tiene este pago y la base de datos lo perdió. Mira «After a restore» en ' +
    'docs/operating.md.',
  backup_failed:
    'Lee el motivo en Contabilidad y corrígelo: casi siempre el disco está lleno o no se ' +
    'puede escribir en la carpeta. La próxima copia programada lo intenta de nuevo.',
  backup_overdue:
    'No hay ninguna copia buena desde el doble del tiempo previsto. Averigua por qué falló ' +
    'la última, o haz una a mano: satchel backup now.',
  payment_takes_long:
    'Míralo en «Pagos». Alguien en el camino o el destinatario lo retiene, o el nodo no dice ' +
    'cómo terminó. Su dinero sigue en reserva hasta que el nodo diga qué pasó con él.',
  database_refuses_writes:
    'Averigua por qué no se pudo escribir en la base de datos: la alarma dice qué respondió. ' +
    'Casi siempre el disco está lleno, o la dirección lleva a un servidor que solo se puede ' +
    'leer.',
  node_away:
    'Arranca el nodo, desbloquea su billetera o corrige la dirección, el certificado o el ' +
    'macaroon en los ajustes: la alarma dice qué respondió. Hasta entonces no se crean ' +
    'facturas ni sale nada por el nodo.',
  backup_missing:
    'Define SATCHEL_BACKUP_EVERY o haz una copia de seguridad: satchel backup now. Sin ella, ' +
    'el dinero de todos se pierde con este disco.',
  database_outdated:
    'Actualiza el servidor de la base de datos a la versión que nombra la alarma: las ' +
    'anteriores tienen fallos conocidos públicamente. docs/operating.md dice cuáles.',
} satisfies Readonly<Record<AlarmKind, string>>;
