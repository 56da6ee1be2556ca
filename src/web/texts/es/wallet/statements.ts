import { type Html, html } from '../../../pages/html.ts';

/** Lo que hizo cada mes con una billetera. */
export const statements = {
  title: 'Extractos',
  titleOf: (month: string) => `Extracto de ${month}`,
  lead: 'Lo que pasó con tu dinero cada mes. Un mes que terminó no cambia nunca.',
  unused: {
    title: 'Todavía no hay extractos',
    text: 'Tu primer extracto empieza con el primer dinero que recibas.',
  },
  back: 'Todos los extractos',
  link: 'Extractos por mes',
  month: 'Mes',
  opening: 'Al principio',
  incoming: 'Entradas',
  outgoing: 'Salidas',
  fees: 'Comisiones',
  closing: 'Al final',
  soFar: 'Hasta ahora',
  closed: 'Cerrado',
  open: 'Aún sin cerrar',
  openHint: 'Este mes no ha terminado. Se cierra más o menos una hora después de su fin.',
  behind: 'Aún no están sumados todos los pagos. Abre esta página otra vez dentro de un minuto.',
  zone: (zone: string) => `Los días y las horas van en la zona horaria ${zone}.`,
  zones: 'Cada mes sigue la zona horaria que tenías elegida cuando empezó.',
  held: (amount: string) => `De esto, en reserva para pagos que seguían en camino: ${amount}.`,
  heldNow: (amount: string) => `De esto, en reserva para pagos en camino: ${amount}.`,
  print: 'Usa la función de imprimir de tu navegador para imprimir esta página o guardarla en PDF.',
  csv: 'Para hojas de cálculo (CSV)',
  json: 'Para programas (JSON)',
  files: 'Archivos',
  movements: 'Pagos',
  noMovements: 'En este mes no entró ni salió dinero.',
  firstOnly: (shown: string, all: string) =>
    `Estos son los primeros ${shown} de ${all} pagos. Los archivos los contienen todos.`,
  when: 'Cuándo',
  what: 'Qué',
  amount: 'Importe',
  balance: 'Saldo',
  received: 'Recibido',
  sent: 'Enviado',
  fee: (amount: string) => `comisión ${amount}`,
  noPurpose: 'Sin descripción',
  /** Booked later than it arrived. */
  arrived: 'llegó el',
  owed: 'Prueba más reciente de lo que se debe',
  owedNumber: (epoch: string, when: Html): Html => html`Número ${epoch}, ${when}`,
  owedHint:
    'Es la raíz de la suma más reciente que este servicio publicó de lo que debe a todos. Quien ' +
    'imprima o busque el mismo número tiene que ver la misma raíz.',
  seal: 'Huella',
  sealHint:
    'Se calcula a partir de todos los pagos hasta el final de este mes. Si más tarde alguno ' +
    'cambiara, sería otra. Guárdala, o guarda el archivo para programas, si quieres comprobarlo.',
};
