import { type Html, html } from '../../../pages/html.ts';

/** Apps that are connected by a code or a text, and the devices on which they run. */
export const connections = {
  connect: 'Conectar una app',
  kinds: {
    nwc: {
      title: 'Nostr Wallet Connect',
      meaning:
        'Para sitios web y apps que piden una conexión con una billetera, a menudo llamada NWC. ' +
        'Elige esta opción si tienes dudas.',
    },
    lndhub: {
      title: 'App de teléfono (LndHub)',
      meaning: 'Para apps de billetera en un teléfono, como BlueWallet y Zeus.',
    },
  },
  presets: {
    pay: {
      title: 'Pagar y recibir',
      meaning:
        'Paga sin preguntarte cada vez, hasta el límite que fijes. También recibe, y ve tu saldo ' +
        'y tu historial.',
      short: 'Puede pagar y recibir.',
    },
    receive: {
      title: 'Solo recibir',
      meaning: 'Pide dinero en tu nombre y ve lo que llega. No puede gastar.',
      short: 'Solo puede recibir.',
    },
    read: {
      title: 'Solo ver',
      meaning: 'Ve tu saldo y tu historial. No puede gastar ni recibir.',
      short: 'Solo puede ver.',
    },
  },
  kind: 'Tipo',
  end: { ahead: 'Termina', past: 'Terminó' },
  endless: 'Nunca, hasta que la desconectes',
  ends: (date: Html): Html => html`termina el ${date}`,
  ended: (date: Html): Html => html`terminó el ${date}`,
  lastRefusal: 'Último rechazo',
  refused: (time: Html, reason: string): Html => html`${time}: ${reason}`,
  refusals: {
    insufficient_scope: 'no puede hacer lo que pidió.',
    insufficient_balance: 'no había suficiente dinero en tu billetera.',
    budget_exceeded: 'su límite no alcanzaba.',
    budget_expired: 'se acabó el tiempo en que puede gastar.',
    send_limit_exceeded: 'ya habías enviado lo máximo que puedes en un día.',
    too_many_open_payments: 'había demasiados pagos en camino.',
    grant_expired: 'la conexión terminó.',
    rate_limited: 'hizo demasiadas solicitudes.',
  },
  creating: {
    title: 'Conectar una app',
    lead:
      'Para apps que te piden escanear o pegar una conexión con una billetera. La recibes en la ' +
      'página siguiente. Si la app te trae aquí por sí misma, no necesitas esta página.',
    failed: 'La app no se conectó. Corrige lo que está marcado aquí abajo.',
    name: 'Nombre',
    nameHint: 'Qué app es y dónde la usas, por ejemplo «Zeus en mi teléfono».',
    noName: 'Escribe un nombre que reconozcas más tarde.',
    hiddenInName: 'Contiene caracteres invisibles. Escríbelo de nuevo.',
    kind: 'Cómo se conecta la app',
    noKind: 'Elige cómo se conecta la app.',
    preset: 'Qué puede hacer',
    noPreset: 'Elige qué puede hacer.',
    end: 'La conexión termina',
    noEnd: 'Elige cuándo termina.',
    submit: 'Conectar',
    tooMany: (most: number) => ({
      title: 'Demasiadas apps',
      message:
        `Ya conectaste ${most} apps y no puedes tener más. La app no se conectó. Desconecta ` +
        'alguna que ya no uses e inténtalo de nuevo.',
    }),
  },
  secret: {
    title: (name: string) => `Conectar «${name}»`,
    lead:
      'Escanea este código con la app. Si la app está en este dispositivo, abre la conexión ' +
      'desde aquí, o cópiala y pégala allí. Quien la tenga puede usar tu billetera como lo ' +
      'permitiste. No se la muestres a nadie más.',
    qr: 'Código QR de la conexión',
    noQr: 'Se dibujaron demasiados códigos hace poco. Copia la conexión en su lugar.',
    label: 'Conexión',
    open: 'Abrir en una app de este dispositivo',
    done: 'Listo',
  },
  devices: {
    title: 'Dónde se usa',
    none: 'En ningún lugar: no queda ningún dispositivo. Añade uno o desconecta la app.',
    text:
      'Cada dispositivo tiene su propia conexión. Comparten los permisos y el límite. ' +
      'Desconecta el que ya no uses o no reconozcas.',
    caption: (name: string) => `Dispositivos de «${name}»`,
    name: 'Dispositivo',
    added: 'Añadido',
    state: 'Estado',
    waiting: 'Esperando su primera solicitud…',
    connected: 'Conectado',
    lastUsed: (time: Html): Html => html`Último uso: ${time}`,
    action: 'Acción',
    end: 'Desconectar',
    ended: 'El dispositivo se desconectó.',
    endedBefore: 'El dispositivo ya estaba desconectado.',
    add: 'Añadir un dispositivo',
  },
  addingDevice: {
    title: 'Añadir un dispositivo',
    heading: (name: string) => `Añadir un dispositivo a «${name}»`,
    text:
      'Recibe su propia conexión, que puedes terminar por separado. Comparte los permisos y el ' +
      'límite con los demás.',
    nameHint: 'Dónde está, por ejemplo «tableta de la cocina».',
    submit: 'Añadir dispositivo',
    tooMany: (most: number) => ({
      title: 'Demasiados dispositivos',
      message:
        `Esta app ya tiene ${most} dispositivos y no puede tener más. No se añadió ninguno. ` +
        'Desconecta alguno que ya no se use e inténtalo de nuevo.',
    }),
  },
  disconnecting:
    'A partir de ahora ninguno de sus dispositivos podrá usar tu billetera. Los pagos que ya ' +
    'están en camino se completarán. Su límite se elimina. No podrás deshacerlo, pero puedes ' +
    'conectar la app de nuevo.',
  others: {
    title: 'Quién más puede gastar',
    you: (sessions: string): Html => html`Tú, en cada navegador en el que tienes la sesión
      iniciada. <a href="${sessions}">Ver dónde</a>.`,
    operator: (activity: string): Html => html`El operador de este servicio, que guarda tu dinero.
      Lo que pagó por ti aparece marcado en tu <a href="${activity}">actividad</a>.`,
  },
};
