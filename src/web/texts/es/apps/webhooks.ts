import type { EventType } from '../../../../webhooks/delivery.ts';
import type { DisabledReason } from '../../../../webhooks/endpoint.ts';
import type { EndpointProblem } from '../../../../webhooks/endpoint-validation.ts';
import type { Creator } from '../../../../webhooks/pages/creators.ts';
import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

interface EventTexts {
  readonly title: string;
  readonly meaning: string;
}

const EVENTS: Readonly<Record<EventType, EventTexts>> = {
  'invoice.incoming.settled': {
    title: 'Dinero recibido',
    meaning: 'Alguien pagó una de tus facturas o te envió un keysend.',
  },
  'invoice.outgoing.settled': {
    title: 'Dinero enviado',
    meaning: 'Uno de tus pagos llegó.',
  },
};

const eventTitles = (types: readonly EventType[]): string =>
  types
    .map((type) => EVENTS[type].title)
    .map((title, index) => (index === 0 ? title : title.toLowerCase()))
    .join(' y ');

/** Follows the word “por”. */
function creatorName(creator: Creator): string {
  switch (creator.kind) {
    case 'user':
      return 'ti';
    case 'token':
      return `el token «${creator.name}»`;
    case 'app':
      return `la app «${creator.name}»`;
    case 'deleted_app':
      return 'una app que ya no existe';
  }
}

/** Servers that are notified about payments. Counts come as they are shown. */
export const webhooks = {
  title: 'Webhooks',
  lead: 'Tus servidores reciben un mensaje en cuanto entra o sale dinero.',
  new: 'Nuevo endpoint',
  none: {
    title: 'Ningún servidor recibe avisos de tus pagos',
    text:
      'Escribe la dirección de tu servidor. Así recibirá un mensaje por cada pago que se ' +
      'complete. Las apps que conectes pueden crear sus propios endpoints. También aparecerán ' +
      'aquí.',
  },
  open: 'Abrir',
  events: EVENTS,
  eventTitles,
  notifiesAbout: (types: readonly EventType[]) => `Avisa de ${eventTitles(types).toLowerCase()}.`,
  created: (date: Html, creator: Creator): Html =>
    html`Creado el ${date} por ${creatorName(creator)}`,
  counts: (pending: string | null, missed: string | null) =>
    `${[
      ...(pending === null ? [] : [`${pending} en camino`]),
      ...(missed === null ? [] : [`${missed} sin entregar`]),
    ].join(', ')}.`,
  orMore: (count: string) => `${count} o más`,
  signatureHelp: (help: string): Html => html`¿Un servidor rechaza tus mensajes?
    <a href="${help}">Averigua por qué falla una firma</a>.`,
  trouble: {
    label: 'Webhooks',
    off: (name: string) => `El webhook «${name}» está desactivado.`,
    failing: (name: string) => `El webhook «${name}» está fallando.`,
    several: (count: string): Html =>
      html`<strong>${count} endpoints de webhooks</strong> no reciben mensajes en este momento.`,
    show: 'Mostrar',
  },
  health: {
    off: 'Desactivado',
    offSince: (time: Html, why: string): Html => html`Desde el ${time}. ${why}`,
    offBecause: {
      switched_off: 'Lo desactivaste tú, o bien la app o el token que lo creó.',
      app_revoked: 'La app que lo creó se desconectó.',
      token_ended: 'El token que lo creó se revocó o venció.',
      failing: 'No se pudo entregar ningún mensaje durante cinco días.',
      gone: 'El servidor respondió 410, lo que significa que allí ya no hay nada.',
      refused: 'El servidor lo pidió en su respuesta.',
    } satisfies Readonly<Record<DisabledReason, string>>,
    failing: 'Fallando',
    failingSince: (time: Html, attempts: string): Html =>
      html`Desde el ${time}: ${
        attempts === '1' ? 'falló un intento' : `fallaron ${attempts} intentos`
      }.`,
    unused: 'Aún sin entregas',
    unusedHint: 'Envía un evento de prueba para comprobar que funciona.',
    delivering: 'Entregando',
    lastDelivery: (time: Html): Html => html`Última entrega: ${time}.`,
  },
  endpoint: {
    label: 'Endpoint',
    edit: 'Editar',
    address: 'Dirección',
    notifiesAbout: 'Avisa de',
    onTheWay: 'En camino',
    nothing: 'Nada',
    created: 'Creado',
    createdBy: (date: Html, creator: Creator): Html => html`el ${date} por ${creatorName(creator)}`,
    id: 'ID del endpoint',
    test: {
      title: 'Enviar un evento de prueba',
      text:
        'Un mensaje como cualquier otro, pero el pago es inventado. Su descripción es «Test ' +
        'event».',
      event: 'Evento',
      submit: 'Enviar evento de prueba',
      done: 'El evento de prueba está en camino.',
    },
    off: {
      title: 'Este endpoint está desactivado',
      text:
        'No se le envía nada. Los mensajes sobre los pagos que se completen mientras tanto se ' +
        'guardan. Puedes enviarlos cuando el endpoint vuelva a estar activo.',
    },
    switchOn: 'Activar',
    switchOff: 'Desactivar',
    missedLabel: 'Sin entregar',
    missed: (count: string) =>
      count === '1' ? 'Un mensaje no se entregó.' : `${count} mensajes no se entregaron.`,
    care: 'Más acciones',
    replaceSecret: 'Reemplazar el secreto',
    delete: 'Eliminar',
  },
  fields: {
    url: 'Dirección',
    urlHint: html`Adonde se envían los mensajes, por ejemplo
      <code>https://shop.example/webhook</code>. Debe estar en la Internet pública.`,
    name: 'Nombre',
    nameHint: 'Para qué es, por ejemplo «servidor de la tienda».',
    events: 'De qué recibe avisos',
    problems: {
      url_too_long: 'La dirección es demasiado larga.',
      spaces: 'La dirección no puede contener espacios ni barras invertidas.',
      not_https: 'La dirección debe empezar por https://.',
      invalid_url: 'Esta dirección no es válida.',
      credentials: 'La dirección no puede contener un nombre de usuario ni una contraseña.',
      fragment: 'La dirección no puede contener el signo # ni nada después de él.',
      bad_port: 'La dirección no puede usar este puerto. Pertenece a otro protocolo.',
      own_address: 'Esta dirección es de este mismo servicio. Escribe la de tu servidor.',
      invalid_host: 'La dirección debe contener un nombre de host válido.',
      onion: 'La dirección es de un servicio onion. Este servicio no puede llegar a ella.',
      not_public: 'La dirección debe estar en la Internet pública.',
      short_domain:
        'La dirección debe contener un nombre de dominio completo, por ejemplo shop.example.',
      description_too_long: 'El nombre es demasiado largo.',
      no_types: 'Elige al menos una opción.',
      unknown_types: 'Elige al menos una opción.',
    } satisfies Readonly<Record<EndpointProblem, string>>,
  },
  creating: {
    title: 'Nuevo endpoint',
    failed: 'No se creó ningún endpoint. Corrige lo que está marcado aquí abajo.',
    submit: 'Crear endpoint',
    done: 'El endpoint se creó',
    secret: 'Secreto para firmar',
    kept: 'Ya guardé el secreto',
    help: (help: string): Html => html`¿No funciona?
      <a href="${help}">Averigua por qué falla una firma</a>.`,
  },
  editing: {
    title: 'Editar un endpoint',
    heading: 'Editar el endpoint',
    failed: 'No se cambió nada. Corrige lo que está marcado aquí abajo.',
    hint: 'Los mensajes en camino también van a la dirección nueva. El secreto no cambia.',
    submit: 'Guardar',
    done: 'Se guardaron los cambios del endpoint.',
  },
  deleting: {
    title: 'Eliminar un endpoint',
    heading: (name: string) => `¿Eliminar «${name}»?`,
    text:
      'Ya no se le envía nada más, ni siquiera los mensajes en camino. Se eliminan su secreto y ' +
      'el registro de sus entregas. No podrás deshacerlo. Si solo quieres una pausa, ' +
      'desactívalo.',
    address: 'Dirección',
    submit: 'Eliminar el endpoint',
    done: 'El endpoint se eliminó.',
  },
  switchingOff: {
    title: 'Desactivar un endpoint',
    heading: (name: string) => `¿Desactivar «${name}»?`,
    text:
      'Ya no se le envía nada más y los mensajes en camino se detienen. Los mensajes sobre los ' +
      'pagos que se completen mientras tanto se guardan. Puedes enviarlos cuando lo vuelvas a ' +
      'activar.',
    submit: 'Desactivar',
    done: 'El endpoint está desactivado.',
  },
  switchingOn: {
    title: 'Activar un endpoint',
    heading: (name: string) => `¿Activar «${name}»?`,
    failed: 'Todavía no está activo. Corrige lo que está marcado aquí abajo.',
    tokenEnded:
      'El token que lo creó ya no es válido. Si lo activas, pasa a ser tuyo: ya no termina con ' +
      'ningún token y solo tú puedes cambiarlo.',
    appRevoked:
      'La app que lo creó se desconectó. Primero conecta la app otra vez. Si no quieres ' +
      'hacerlo, elimina el endpoint.',
    missed: 'Lo que no recibió',
    sendNow: 'Enviarlo ahora',
    sendNowHint:
      'Todos los mensajes abandonados o no enviados, los más antiguos primero. Nada se envía ' +
      'dos veces.',
    submit: 'Activar',
    done: 'El endpoint está activo.',
  },
  recovering: {
    title: 'Enviar lo que no recibió',
    heading: '¿Enviar lo que no recibió?',
    failed: 'No se envió nada. Corrige lo que está marcado aquí abajo.',
    text:
      'Todos los mensajes abandonados o no enviados se envían otra vez, los más antiguos ' +
      'primero, con los mismos ID. Los mensajes entregados no se envían de nuevo.',
    submit: 'Enviar lo que no recibió',
    since: 'Desde el comienzo del día',
    sinceHint: 'El día en UTC.',
    noSuchDay: 'Escribe un día, por ejemplo 2026-03-01.',
    sent: (count: string, isAll: boolean) => {
      if (count === '0') return 'Desde entonces no faltó nada.';
      if (count === '1') return 'Un mensaje está otra vez en camino.';
      return `${count} mensajes están otra vez en camino.${
        isAll ? '' : ' Repítelo para enviar el resto.'
      }`;
    },
  },
  replacing: {
    title: 'Reemplazar un secreto',
    heading: (name: string) => `¿Reemplazar el secreto de «${name}»?`,
    text:
      'Recibes un secreto nuevo, que se muestra una sola vez. Los mensajes se firman con ambos ' +
      'secretos durante el tiempo que elijas, para que tu servidor pueda cambiar al nuevo en ' +
      'cualquier momento. Después, el secreto anterior deja de funcionar.',
    overlap: 'El secreto anterior sigue firmando',
    overlaps: {
      0: 'ni un momento más',
      3600: 'durante una hora',
      86400: 'durante 24 horas',
      604800: 'durante 7 días',
    },
    overlapHint: 'Elige «ni un momento más» si alguien más puede conocerlo.',
    submit: 'Reemplazar el secreto',
    done: 'El nuevo secreto',
    oldEnded: 'El secreto anterior ya no firma nada. Da ahora el nuevo a tu servidor.',
    oldUntil: (time: string) => `El secreto anterior también firma hasta el ${time}.`,
    kept: 'Ya lo guardé',
  },
  /** On the page that ends what created them. A list follows. */
  ending:
    'Creó estos endpoints de webhooks, que terminan junto con su acceso. Los pagos que se ' +
    'completen después no se les envían:',
  refusals: {
    endpointDisabled: 'A un endpoint desactivado no se le envía nada. Actívalo primero.',
    sentTooOften: (most: string) =>
      `Este mensaje ya se envió ${most} veces. No se puede enviar más veces.`,
    appRevoked:
      'La app que creó este endpoint ya no puede usar tu billetera. Conéctala otra vez o crea ' +
      'tu propio endpoint.',
    tooMany: (most: number) =>
      `Ya tienes ${most} endpoints y no puedes tener más. Elimina uno primero.`,
    tooOften: (seconds: number) => ({
      title: 'Demasiados intentos',
      message:
        'Acabas de hacer esto muchas veces. Vuelve a la página anterior e inténtalo de nuevo en ' +
        `${plural(seconds, 'un segundo', `${seconds} segundos`)}.`,
    }),
  },
  verifying: {
    title: 'Cómo verifica tu servidor los mensajes',
    text: html`Cualquiera puede enviar algo a tu dirección, pero nuestros mensajes están firmados.
      Comprueba cada mensaje con la biblioteca <code>standardwebhooks</code> o <code>svix</code>.
      Comprueba el cuerpo tal como llegó, antes de interpretarlo.`,
    example: 'Verificación en JavaScript',
    hint: (docs: string): Html => html`Responde con un estado de 200 a 299 en menos de 15 segundos.
      De lo contrario, el mensaje se envía otra vez. La <a href="${docs}">referencia de la API</a>
      explica todos los campos.`,
  },
};
