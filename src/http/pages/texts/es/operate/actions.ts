import type {
  ActionFact,
  ActionKind,
  ActionResult,
} from '../../../../../base/operate/operator-action.ts';
import { type Html, html } from '../../../kit/html.ts';

/** What operators do on pages, and the log of it. */
export const actions = {
  nodeAway: 'El nodo no responde. No se cambió nada. Inténtalo de nuevo más tarde.',
  ask: {
    title: 'Preguntar de nuevo al nodo',
    text:
      'Se pregunta al nodo qué fue de este pago. No se envía nada. Si el nodo conoce el ' +
      'resultado, el pago termina con él.',
    submit: 'Preguntar al nodo',
    paid: 'El nodo dice que se pagó. El pago ha terminado.',
    failed: 'El nodo dice que falló. El dinero ha vuelto a su billetera.',
    open: 'El resultado sigue abierto.',
  },
  end: {
    title: 'Terminar un pago atascado',
    text:
      'Lo reservado vuelve a quien pagó. Antes se mira otra vez el nodo. Si eso no prueba que ' +
      'el pago ya no puede hacerse, no ocurre nada.',
    proof: {
      channels: 'Canales que lo retienen',
      seen: 'Visto así desde',
      height: 'La cadena está en el bloque',
      from: 'Se puede terminar desde el bloque',
      state: 'Prueba',
      whole: 'Completa',
      lacks: 'Aún no está completa:',
      not: 'No está atascado:',
    },
    submit: 'Devolver el dinero',
    done: 'El pago ha terminado. El dinero ha vuelto a su billetera.',
    refused: (why: string) => `No se cambió nada: ${why}`,
  },
  assign: {
    title: 'Dar dinero a un usuario',
    text: (amount: Html): Html =>
      html`${amount} pasan a este usuario para siempre. No se puede deshacer.`,
    email: 'Correo del usuario',
    submit: 'Dar el dinero',
    done: (amount: string) => `Se abonaron ${amount}.`,
    gone: 'Este dinero ya se dio a alguien.',
    noUser: 'No hay ningún usuario con esta dirección.',
  },
  retry: {
    title: 'Reintentar una tarea',
    text: 'Se ejecuta como si fuera nueva. Corrige antes lo que la hizo fallar.',
    submit: 'Reintentar',
    done: 'La tarea se ejecutará pronto.',
    gone: 'Esta tarea ya no está aparcada.',
  },
  acknowledge: {
    title: 'Confirmar una alarma',
    text: 'Sale de la lista de alarmas abiertas. Si vuelve a darse, se abre de nuevo.',
    note: 'Nota (opcional)',
    noteHint: 'Lo que encontraste o hiciste, para los demás operadores.',
    submit: 'Confirmar',
    done: 'La alarma quedó confirmada.',
    present: 'Otra persona ya la confirmó.',
    again: 'La alarma volvió a darse mientras la mirabas. Mírala otra vez.',
  },
  stop: {
    title: 'Detener los pagos por el nodo',
    text:
      'Ningún pago nuevo sale por el nodo hasta que lo permitas de nuevo. Lo que está en ' +
      'camino sigue, y también los pagos entre billeteras de este servicio.',
    why: 'Motivo',
    whyHint: 'Los operadores lo ven en estas páginas y en el registro.',
    submit: 'Detener los pagos',
    done: 'Los pagos por el nodo están detenidos.',
    noReason: 'Escribe un motivo.',
    present: 'Ya estaban detenidos.',
  },
  allow: {
    title: 'Permitir los pagos por el nodo',
    text: 'Esto quita la detención que hizo un operador. Las demás siguen.',
    submit: 'Permitir los pagos',
    done: 'La detención se quitó.',
    gone: 'Esta detención ya se había quitado.',
  },
  check: {
    title: 'Comprobar ahora la contabilidad',
    text: 'El servicio suma otra vez todos los apuntes. Tarda unos segundos, o minutos.',
    submit: 'Comprobar la contabilidad',
    done: 'La comprobación empieza en segundos. El resultado aparece aquí.',
  },
  log: {
    title: 'Registro',
    lead: 'Lo que los operadores hicieron en estas páginas y por comando, lo más nuevo primero.',
    kind: 'Acción',
    allKinds: 'Todas las acciones',
    who: 'Por',
    everyone: 'Todos',
    command: 'Línea de comandos',
    formerAdmin: 'Una cuenta cerrada',
    none: {
      title: 'Todavía nada',
      text: 'Aquí queda anotada cada acción de un operador.',
    },
    noneFound: 'Ninguna acción coincide.',
    caption: 'Acciones de operadores, las más nuevas primero',
    columns: {
      time: 'Hora',
      who: 'Por',
      action: 'Acción',
      details: 'Detalles',
      result: 'Resultado',
    },
    results: {
      done: 'Hecho',
      refused: 'Rechazado',
      failed: 'Fallido',
    } satisfies Readonly<Record<ActionResult, string>>,
    open: 'Sin final conocido',
    kinds: {
      payment_resolve: 'Preguntó de nuevo al nodo',
      payment_end: 'Terminó un pago atascado',
      unclaimed_assign: 'Dio dinero sin dueño a un usuario',
      job_retry: 'Reintentó una tarea',
      alarm_acknowledge: 'Confirmó una alarma',
      outside_stop: 'Detuvo los pagos por el nodo',
      outside_allow: 'Permitió los pagos por el nodo',
      books_check: 'Comprobó la contabilidad',
      node_release: 'Liberó los pagos tras una comparación',
      user_disable: 'Desactivó un usuario',
      user_enable: 'Activó un usuario',
      user_limits: 'Cambió los límites de un usuario',
      user_reset_password: 'Creó un enlace para una contraseña nueva',
      user_remove_second_factor:
        'Creó un enlace que también quita app de autenticación y llaves de acceso',
      user_set_password: 'Puso una contraseña nueva',
      user_invite: 'Invitó a alguien',
      invitation_withdraw: 'Retiró una invitación',
    } satisfies Readonly<Record<ActionKind, string>>,
    facts: {
      user: 'Usuario',
      amountSat: 'Importe',
      state: 'Estado',
      note: 'Nota',
      why: 'Por qué',
      alarm: 'Alarma',
      job: 'Tarea',
      findings: 'Hallazgos',
      role: 'Rol',
      maxBalance: 'Saldo máximo',
      maxSendDay: 'Máximo por día',
    } satisfies Readonly<Record<ActionFact, string>>,
  },
};
