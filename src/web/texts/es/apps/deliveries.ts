import type { DeliveryState } from '../../../../webhooks/delivery.ts';
import type { ToldFailure } from '../../../../webhooks/routes/webhook-words.ts';
import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

interface StateTexts {
  readonly word: string;
  readonly meaning: string;
}

const STATUSES: Readonly<Partial<Record<number, string>>> = {
  400: 'el servidor no pudo usarlo',
  401: 'el servidor no confió en él',
  403: 'el servidor no lo permitió',
  404: 'no hay nada en esta dirección',
  405: 'el servidor no acepta POST ahí',
  410: 'ahí ya no hay nada',
  413: 'es demasiado grande para el servidor',
  429: 'el servidor recibió demasiadas solicitudes',
  500: 'el servidor falló',
  502: 'un proxy delante del servidor no obtuvo respuesta',
  503: 'el servidor no estaba listo',
  504: 'un proxy delante del servidor esperó demasiado',
};

/** Messages to an endpoint, and what became of them. */
export const deliveries = {
  title: 'Entregas',
  states: {
    pending: { word: 'En camino', meaning: 'Todavía no se ha entregado.' },
    succeeded: { word: 'Entregado', meaning: 'El servidor respondió que tiene el mensaje.' },
    exhausted: {
      word: 'Abandonado',
      meaning: 'No habrá más intentos automáticos. Puedes enviarlo otra vez.',
    },
    skipped: {
      word: 'No enviado',
      meaning: 'El endpoint estaba desactivado. Puedes enviarlo cuando esté activo.',
    },
    cancelled: { word: 'Cancelado', meaning: 'El endpoint se eliminó.' },
  } satisfies Readonly<Record<DeliveryState, StateTexts>>,
  filters: 'Filtro',
  all: 'Todas',
  search: {
    label: 'Buscar por hash de pago',
    submit: 'Buscar',
    clear: 'Mostrar todas',
    problem: 'Un hash de pago tiene 64 caracteres: números y letras de la a a la f.',
  },
  caption: 'Entregas, las más recientes primero',
  time: 'Hora',
  message: 'Mensaje',
  state: 'Estado',
  lastAttempt: 'Último intento',
  testEvent: 'Evento de prueba',
  nextAttempt: (time: Html): Html => html`Próximo intento: ${time}`,
  beingSent: 'Se está enviando ahora',
  unused:
    'Todavía no se ha enviado nada. Se enviará el próximo pago que se complete, y puedes enviar ' +
    'un evento de prueba cuando quieras.',
  none: 'Aquí no hay nada que mostrar.',
  pages: 'Páginas',
  newest: 'Más recientes',
  older: (count: number) => `${count} ${plural(count, 'anterior', 'anteriores')}`,
  outcome: {
    answer: (status: number, meaning: string | null) =>
      `Respuesta ${status}${meaning === null ? '' : `: ${meaning}`}`,
    statuses: STATUSES,
    redirect: 'no se siguen las redirecciones',
    failures: {
      timeout: 'No llegó ninguna respuesta a tiempo',
      protocol: 'La respuesta no era HTTP válido',
      too_large: 'La respuesta era demasiado grande',
      no_connection: 'No se pudo establecer la conexión',
    } satisfies Readonly<Record<ToldFailure, string>>,
  },
  /** One of them. */
  one: {
    title: (event: string) => `Entrega: ${event}`,
    testTitle: (event: string) => `${event} (evento de prueba)`,
    label: 'Entrega',
    refresh: 'Actualizar',
    messageId: 'ID del mensaje',
    event: 'Evento',
    paymentHash: 'Hash de pago',
    settled: 'Completado',
    nextAttempt: 'Próximo intento',
    none: 'Ninguno',
    now: 'Ahora',
    ended: 'Fin',
    notEnded: 'Todavía no',
    attempts: 'Intentos',
    noAttempts: 'Todavía no ha terminado ningún intento.',
    attempt: (number: number, time: Html, duration: string, isManual: boolean): Html =>
      html`Intento ${number}, ${time}, duró ${duration}${isManual ? ', iniciado a mano' : null}`,
    excerpt: 'La respuesta empezaba así:',
    excerptOf: (number: number) => `Respuesta al intento ${number}`,
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    replayHint:
      'Se envía con el mismo ID de mensaje, para que un servidor que ya lo tiene pueda darse ' +
      'cuenta. Si falla, todos los intentos empiezan de nuevo.',
    replay: 'Enviar otra vez',
    replayed: 'El mensaje está otra vez en camino.',
    replayOff: 'Puedes enviarlo otra vez cuando el endpoint esté activo.',
    payload: {
      title: 'Qué se envía',
      exact: 'Se firman exactamente estos bytes.',
      body: 'Cuerpo',
      formattedSummary: 'Lo mismo, con formato',
      formatted: 'Cuerpo, con formato',
    },
    help: (help: string): Html => html`¿El servidor dice que la firma es incorrecta?
      <a href="${help}">Averigua por qué</a>.`,
  },
};
