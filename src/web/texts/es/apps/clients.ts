import type { AddressProblem } from '../../../../apps/redirect-rules.ts';
import { type Html, html } from '../../../pages/html.ts';

type AddressField = 'url' | 'callback';

/** Both are feminine: the words of the problems agree with them. */
const NAMES: Readonly<Record<AddressField, string>> = {
  url: 'La dirección del sitio web',
  callback: 'La dirección de retorno',
};

const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, (host: string) => string>> = {
  too_long: () => 'es demasiado larga.',
  not_absolute: () => 'debe ser completa, por ejemplo https://app.example.',
  space: () => 'no puede contener espacios ni barras invertidas.',
  credentials: () => 'no puede contener un nombre de usuario ni una contraseña.',
  fragment: () => 'no puede contener el signo # ni nada después de él.',
  wildcard: () => 'no puede contener un comodín (*).',
  not_http: () => 'debe empezar por http:// o https://.',
  no_port: (host) => `necesita un puerto en ${host}, por ejemplo http://${host}:3000.`,
  not_https: () => 'debe empezar por https://.',
  ip_address: () => 'debe usar un nombre de dominio, no una dirección IP.',
  not_ascii: () => 'solo puede usar letras sin tilde, números y signos simples (ASCII).',
  short_domain: () => 'debe usar un nombre de dominio completo, por ejemplo app.example.',
  other_domain: (host) => `debe estar en el dominio del sitio web, ${host}.`,
};

/** Apps that a developer registers. */
export const clients = {
  title: 'Tus apps',
  lead: 'Apps que tú creas y que piden a otras personas acceso a su billetera.',
  register: 'Registrar una app',
  none: {
    title: 'No has registrado ninguna app',
    text:
      'Una app necesita un ID de cliente para que la gente pueda conectarla a su billetera. ' +
      'Para usar tu propia billetera desde un script, es más sencillo un token personal.',
    tokens: 'Tokens personales',
  },
  howItAsks: (docs: string): Html => html`La <a href="${docs}">referencia de la API</a> explica cómo
    pide acceso una app.`,
  registered: (date: Html, hasSecret: boolean): Html =>
    html`Registrada el ${date}, ${hasSecret ? 'con secreto' : 'sin secreto'}`,
  clientId: (id: string): Html => html`ID de cliente <code>${id}</code>`,
  facts: {
    clientId: 'ID de cliente',
    kind: 'Tipo',
    withSecret: 'App con secreto',
    withoutSecret: 'App sin secreto',
    authorizationPage: 'Página de autorización',
    tokenEndpoint: 'Endpoint de tokens',
    registered: 'Registrada',
  },
  fields: {
    name: 'Nombre',
    nameHint: 'La gente lo ve cuando la app pide acceso.',
    url: 'Sitio web',
    urlHint: html`Donde funciona la app, por ejemplo <code>https://app.example</code>, o
      <code>http://localhost:3000</code> mientras la desarrollas.`,
    callback: 'Dirección de retorno',
    callbackHint: html`Adonde vuelve la gente, en el mismo dominio. La app debe enviar exactamente
      esta dirección. Solo una app sin secreto puede usar otro puerto, en <code>127.0.0.1</code> o
      <code>[::1]</code>.`,
    strict: 'Comprobación más estricta',
    s256Only: 'Aceptar PKCE solo con S256',
    s256Hint:
      'Rechaza el método débil «plain». Elígelo, salvo que una biblioteca antigua necesite ' +
      '«plain».',
    answers: 'Respuestas a la app',
    sendsIssuer: 'Nombrar al emisor en cada respuesta (RFC 9207)',
    issuerHint:
      'Elígelo si la biblioteca de la app lee los metadatos de este servicio (discovery). Una ' +
      'biblioteca que recibió las direcciones una por una puede rechazar esas respuestas.',
  },
  problems: {
    name: (most: number) => `El nombre debe tener de 1 a ${most} caracteres, todos visibles.`,
    address: (field: AddressField, problem: AddressProblem, host: string) =>
      `${NAMES[field]} ${ADDRESS_PROBLEMS[problem](host)}`,
    tooMany: (most: number) =>
      `Ya tienes ${most} apps y no puedes tener más. Elimina alguna que ya no uses.`,
  },
  creating: {
    title: 'Registrar una app',
    failed: 'La app no se registró. Corrige lo que está marcado aquí abajo.',
    where: 'Dónde funciona',
    server: 'En tu servidor',
    serverHint: 'Recibe un secreto y lo guarda allí.',
    device: 'En el navegador o en un teléfono',
    deviceHint: 'No puede guardar un secreto. Por eso no recibe ninguno y debe usar PKCE.',
    submit: 'Registrar',
    done: 'Tu app está registrada',
    doneHeading: (name: string) => `«${name}» está registrada`,
    goOn: 'Continuar',
  },
  secretLabel: 'Secreto del cliente',
  editing: {
    heading: 'Editar la app',
    failed: 'No se cambió nada. Corrige lo que está marcado aquí abajo.',
    s256Advice:
      'Todas las personas que conectaron esta app hace poco usaron S256. Elige «Aceptar PKCE ' +
      'solo con S256» aquí abajo. Así nadie podrá usar el método débil para pedir acceso en ' +
      'nombre de tu app.',
    submit: 'Guardar',
    done: 'Se guardaron los cambios de la app.',
  },
  care: 'Más acciones',
  replaceSecret: 'Reemplazar el secreto',
  delete: 'Eliminar la app',
  replacing: {
    title: 'Reemplazar el secreto',
    heading: (name: string) => `¿Reemplazar el secreto de «${name}»?`,
    text:
      'El secreto actual deja de funcionar de inmediato. Hasta que tu servidor tenga el nuevo, ' +
      'nadie puede conectar la app, y esta no puede renovar su acceso. Las conexiones que ya ' +
      'existen se mantienen.',
    submit: 'Reemplazar el secreto',
    done: 'El nuevo secreto',
    kept: 'Ya lo guardé',
  },
  deleting: {
    title: 'Eliminar una app',
    heading: (name: string) => `¿Eliminar «${name}»?`,
    text:
      'Se desconecta de inmediato de todas las billeteras, y su ID de cliente no vuelve a ' +
      'funcionar. No podrás deshacerlo.',
    submit: 'Eliminar la app',
    done: 'La app se eliminó.',
  },
};
