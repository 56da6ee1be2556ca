import type { InviteRefusal } from '../../../accounts/invite-user.ts';
import type { InvitationEnd } from '../../../accounts/link-store.ts';
import type { SeenEndpointState } from '../../../accounts/user-access-store.ts';

/** What admins see of users. */
export const users = {
  title: 'Usuarios',
  list: {
    heading: 'Todas las personas que tienen una billetera aquí',
    search: 'Buscar por nombre, correo, dirección Lightning o identificador',
    submit: 'Buscar',
    all: 'Mostrar todos',
    looked: (count: string) =>
      `Se ha buscado en ${count} usuarios desde aquí. Sigue para buscar en los anteriores.`,
    none: 'Ningún usuario tiene esto en su nombre o en su dirección.',
    caption: 'Usuarios',
    email: 'Correo electrónico',
    name: 'Nombre',
    since: 'Desde',
    role: 'Rol',
    state: 'Estado',
    balance: 'Saldo',
    held: 'En reserva',
    lastSeen: 'Última visita',
  },
  roles: { admin: 'Administrador', user: 'Usuario' },
  states: {
    active: 'Activo',
    switchedOff: 'Desactivado',
    closed: 'Cerrada por su dueño',
    resetAsked: 'Pidió una contraseña nueva',
  },
  inviting: {
    heading: 'Invitar a alguien',
    byMail:
      'El enlace se envía a la dirección que escribas. Sin una dirección, recibes el enlace y ' +
      'lo entregas tú.',
    byHand:
      'Recibes un enlace y lo entregas tú, porque este servicio no envía correos electrónicos.',
    role: 'Rol',
    userHint: 'Tiene una billetera.',
    adminHint: 'Tiene una billetera, invita a otras personas y administra este servicio.',
    submit: 'Invitar',
    done: 'Invitación',
    refusals: {
      bad_email: 'Esto no es una dirección de correo electrónico. Comprueba que esté bien escrita.',
      email_taken: 'Ya hay un usuario con esta dirección de correo electrónico.',
      sign_up_closed: 'La creación de cuentas está desactivada (SATCHEL_SIGNUP=closed).',
    } satisfies Record<InviteRefusal['kind'], string>,
  },
  invitations: {
    heading: 'Invitaciones abiertas',
    caption: 'Invitaciones que todavía no se han usado',
    anyone: 'Cualquiera que tenga el enlace',
    withdraw: 'Retirar',
    withdrawn: 'La invitación se retiró.',
    columns: {
      for: 'Para',
      role: 'Rol',
      until: 'Hasta',
      action: 'Acción',
      state: 'Qué pasó con ella',
    },
    past: {
      heading: 'Invitaciones anteriores',
      text: 'Invitaciones de los últimos tres meses que se usaron, se retiraron o caducaron.',
      ends: {
        used: 'Usada',
        withdrawn: 'Retirada',
        expired: 'Caducada',
      } satisfies Record<InvitationEnd['kind'], string>,
    },
  },
  /** A link that an admin has created for someone. */
  link: {
    mailed: (email: string) => `Un mensaje con un enlace va en camino a ${email}.`,
    byHand: (email: string) =>
      `Da este enlace a ${email} de una forma que nadie más pueda leer. Lo puede usar la primera ` +
      'persona que lo abra.',
    byHandToAnyone:
      'Da este enlace a la persona que invitas de una forma que nadie más pueda leer. Lo puede ' +
      'usar la primera persona que lo abra.',
    label: 'Enlace',
    expires: (date: string) => `Funciona una sola vez, hasta el ${date}.`,
    back: 'Volver a los usuarios',
  },
  one: {
    name: 'Nombre',
    identifier: 'Identificador',
    address: 'Dirección Lightning',
    role: 'Rol',
    state: 'Estado',
    since: 'Desde',
    newPassword: 'Contraseña nueva',
    switchOff: 'Desactivar',
    switchOn: 'Volver a activar',
    all: 'Todos los usuarios',
  },
  wallet: {
    heading: 'Billetera',
    above: (amount: string) => `${amount} por encima del límite`,
    sent: (used: string, limit: string) => `${used} de ${limit} enviados hoy (UTC)`,
  },
  /** Limits of custody. */
  limits: {
    title: 'Cambiar los límites',
    heading: (email: string) => `Límites de ${email}`,
    text:
      'Los límites de un usuario van antes que los del servicio. Lo que llega por encima ' +
      'de un límite ' +
      'no se devuelve: se abona, y el usuario se entera.',
    maxBalance: {
      legend: 'Lo máximo que puede tener aquí',
      hint: 'Saldo y reserva juntos. Solo se crean facturas nuevas por lo que cabe.',
    },
    maxSendDay: {
      legend: 'Lo máximo que puede enviar al día',
      hint: 'Importes y comisiones de un día en UTC, también a otros usuarios de aquí.',
    },
    choices: {
      default: (limit: string) => `Como el servicio: ${limit}`,
      own: 'Hasta un límite propio',
      none: 'Sin límite, tenga el servicio el que tenga',
    },
    noLimit: 'Sin límite',
    amount: 'Límite',
    badAmount: (most: string) => `Escribe un número entero de 1 a ${most}.`,
    notChosen:
      'Has escrito un número. Elige «Hasta un límite propio» para usarlo, o vacía el campo.',
    failed: 'No se cambió nada. Corrige lo que está marcado abajo.',
    changed:
      'No se cambió nada: mientras tanto, otra persona cambió estos límites. Abajo ' +
      'están los actuales.',
    submit: 'Guardar los límites',
    done: (email: string) => `Los límites de ${email} han cambiado.`,
  },
  /** What can act for one user. */
  access: {
    kept: 'Aquí no se muestra qué se pagó, a quién ni por qué: eso es solo del usuario.',
    newest: (count: string) => `Solo se muestran los ${count} más recientes.`,
    cannotSpend: 'No puede gastar',
    never: 'Nunca',
    ended: 'Terminado',
    sessions: {
      heading: 'Sesiones abiertas',
      none: 'Ninguna por ahora.',
      columns: { browser: 'Navegador', since: 'Desde', lastSeen: 'Última visita' },
    },
    apps: {
      heading: 'Apps y conexiones',
      none: 'No hay nada conectado.',
      oauth: 'OAuth',
      notUsed: 'Sin usar todavía',
      columns: {
        name: 'Nombre',
        kind: 'Tipo',
        limit: 'Límite',
        lastUsed: 'Último uso',
        ends: 'Termina',
      },
    },
    tokens: {
      heading: 'Tokens personales',
      none: 'Ninguno vigente.',
      columns: {
        name: 'Nombre',
        limit: 'Límite',
        created: 'Creado',
        ends: 'Termina',
      },
    },
    endpoints: {
      heading: 'Webhooks',
      none: 'Ninguno.',
      columns: { host: 'Servidor', state: 'Estado', when: 'Cuándo' },
      states: {
        off: 'Desactivado',
        given_up: 'Abandonado',
        failing: 'Falla',
        delivering: 'Entrega',
        unused: 'Sin envíos todavía',
      } satisfies Record<SeenEndpointState['kind'], string>,
    },
  },
  switchingOff: {
    title: 'Desactivar un usuario',
    heading: (email: string) => `¿Desactivar a ${email}?`,
    text:
      'Todas las sesiones, los tokens y las apps conectadas de este usuario dejan de funcionar ' +
      'de inmediato. El dinero de la billetera se queda en ella. Nadie puede pagar ya a la ' +
      'dirección Lightning de este usuario; las facturas hechas antes aún se pueden pagar y el ' +
      'dinero se abona. Los webhooks esperan hasta que se vuelva a activar el usuario.',
    submit: 'Desactivar',
    done: (email: string) => `Se desactivó a ${email}.`,
  },
  switchedOn: (email: string) => `Se volvió a activar a ${email}.`,
  newPassword: {
    title: 'Contraseña nueva',
    heading: (email: string) => `Una contraseña nueva para ${email}`,
    text:
      'Esto crea un enlace con el que el usuario puede elegir una contraseña nueva. La anterior ' +
      'funciona hasta que se use el enlace. Asegúrate de que quien lo pide es de verdad el ' +
      'usuario.',
    also: '¿Lo perdió todo?',
    removeSecondFactor: 'Quitar también la app de autenticación y todas las llaves de acceso',
    removeSecondFactorHint: 'Para quien perdió su teléfono y sus códigos de respaldo.',
    submit: 'Crear un enlace',
  },
};
