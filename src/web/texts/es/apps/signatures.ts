import type { SignatureFinding, SigningMistake } from '../../../../webhooks/signature-case.ts';
import { type Content, type Html, html } from '../../../pages/html.ts';

interface FindingTexts {
  readonly title: string;
  readonly text: Content;
}

const says = (title: string, text: Content): FindingTexts => ({ title, text });

const MISTAKES: Readonly<Record<SigningMistake, FindingTexts>> = {
  body_alone: says(
    'Tu código firma solo el cuerpo',
    html`Firma <code>id.timestamp.body</code>: los dos encabezados y el cuerpo, separados por
      puntos.`,
  ),
  without_id: says(
    'Tu código omite el ID',
    html`Firma <code>id.timestamp.body</code>, no <code>timestamp.body</code>.`,
  ),
  without_timestamp: says(
    'Tu código omite la marca de tiempo',
    html`Firma <code>id.timestamp.body</code>, no <code>id.body</code>.`,
  ),
  secret_as_text: says(
    'Tu código usa el secreto como texto',
    html`Lo que sigue a <code>whsec_</code> es base64. La clave son los 24 bytes que representa.`,
  ),
  secret_with_prefix: says(
    'Tu código también decodifica el prefijo del secreto',
    html`Quita <code>whsec_</code> antes de decodificar el resto como base64.`,
  ),
  hex: says('Tu código escribe la firma en hexadecimal', 'Debe estar en base64.'),
  base64url: says(
    'Tu código escribe otro tipo de base64',
    html`Usa el habitual, con <code>+</code>, <code>/</code> y <code>=</code> al final.`,
  ),
};

/** Findings that need no details. */
const findings: Readonly<Record<Exclude<SignatureFinding['kind'], DetailedKind>, FindingTexts>> = {
  ...MISTAKES,
  genuine: says(
    'Esta firma es correcta',
    'Coincide con el ID, la marca de tiempo, el cuerpo y un secreto de este endpoint. Si tu ' +
      'código la rechaza, tu código tiene otro secreto u otro cuerpo. Pega su secreto aquí abajo ' +
      'y compara el cuerpo que lee con este.',
  ),
  recognized: says(
    'Esta firma se reconoce, pero algo no está bien',
    'Los demás resultados dicen qué.',
  ),
  no_match: says(
    'Esta firma no coincide',
    'Ninguno de los errores habituales lleva a ella, con ninguno de tus secretos. Al menos uno ' +
      'de los cuatro valores se copió de otro mensaje o no se copió completo.',
  ),
  id_missing: says(
    'Falta el ID',
    html`Está en el encabezado <code>webhook-id</code> y también en <code>svix-id</code>.`,
  ),
  id_unknown: says(
    'A este endpoint no se envió ningún mensaje con este ID',
    html`El ID está en el encabezado <code>webhook-id</code> y empieza por <code>msg_</code>. No es
      el identificador ni el hash de pago de la factura.`,
  ),
  timestamp_unreadable: says(
    'La marca de tiempo falta o no es un número',
    html`Está en el encabezado <code>webhook-timestamp</code>: segundos desde 1970.`,
  ),
  timestamp_in_ms: says(
    'La marca de tiempo está en milisegundos',
    'El encabezado usa segundos. Úsala tal como viene, no la hora de tu servidor.',
  ),
  timestamp_of_no_attempt: says(
    'A esta hora no hubo ningún intento de este mensaje',
    'Cada intento tiene su propia marca de tiempo y su propia firma. Copia todos los valores de ' +
      'una misma solicitud.',
  ),
  signature_missing: says(
    'Falta la firma',
    html`Está en el encabezado <code>webhook-signature</code>.`,
  ),
  version_missing: says(
    'Falta «v1,»',
    html`El encabezado tiene entradas como <code>v1,K5oZ…</code>, separadas por espacios. Una
      biblioteca necesita el encabezado tal como viene. Si lo comparas por tu cuenta, quita
      <code>v1,</code> en ambos lados.`,
  ),
  version_unknown: says(
    'La firma no es de la versión v1',
    html`Solo enviamos entradas que empiezan por <code>v1,</code>. Ignora todas las demás.`,
  ),
  body_missing: says('Falta el cuerpo', 'Cópialo tal como llegó, antes de interpretarlo.'),
  body_spaced: says(
    'Hay espacios en blanco alrededor del cuerpo',
    'Firma exactamente los bytes que llegaron. No añadimos ningún salto de línea.',
  ),
  body_reserialized: says(
    'El cuerpo se interpretó y se volvió a escribir',
    'Significa lo mismo que lo que enviamos, pero sus caracteres son distintos. Verifica el ' +
      'cuerpo tal como llegó. La mayoría de los frameworks necesitan un ajuste para eso, como ' +
      '«raw body».',
  ),
  secret_right: says('Tu código tiene el secreto correcto', 'Es el actual.'),
  secret_unknown: says(
    'Tu código tiene un secreto que este endpoint nunca tuvo o que se reemplazó hace mucho',
    'Si perdiste el correcto, reemplaza el secreto del endpoint y usa el nuevo.',
  ),
  signed_with_unknown: says(
    'Firmado con el secreto de tu código',
    'Este endpoint no tiene ese secreto, así que solo tu código hace esas firmas.',
  ),
};

type DetailedKind =
  | 'timestamp_old'
  | 'timestamp_ahead'
  | 'body_changed'
  | 'secret_old'
  | 'secret_over'
  | 'signed_with_old'
  | 'signed_with_over'
  | 'secret_of_other'
  | 'signed_for_other';

/** Why a receiver calls a signature wrong. */
export const signatures = {
  title: 'Por qué falla una firma',
  lead: 'Pega lo que recibió tu servidor, todo de una misma solicitud. No se guarda nada de ello.',
  none: {
    title: 'No tienes ningún endpoint',
    text: 'Las firmas se hacen con el secreto de un endpoint. Crea uno primero.',
  },
  found: 'Qué se encontró',
  fields: {
    endpoint: 'Endpoint',
    endpointOption: (name: string, address: string) => `${name}, ${address}`,
    id: 'ID',
    idHint: html`Encabezado <code>webhook-id</code> o <code>svix-id</code>.`,
    timestamp: 'Marca de tiempo',
    timestampHint: html`Encabezado <code>webhook-timestamp</code> o <code>svix-timestamp</code>.`,
    signature: 'Firma',
    signatureHint: html`Encabezado <code>webhook-signature</code> o <code>svix-signature</code>, o
      la que hizo tu código.`,
    body: 'Cuerpo',
    bodyHint: 'Tal como lo lee tu código, sin cambios.',
    bodyTooLong: 'Es más largo que cualquier cuerpo que enviamos.',
    tooLong: 'Esto es más largo de lo que puede ser.',
    secret: 'Secreto de tu código',
    secretHint: 'Muestra si es el correcto. No se guarda ni se vuelve a mostrar.',
    submit: 'Averiguar',
  },
  minutes: (count: string) => `${count} ${count === '1' ? 'minuto' : 'minutos'}`,
  hours: (count: string) => `${count} horas`,
  days: (count: string) => `${count} días`,
  findings,
  details: {
    timestamp_old: (duration: string): FindingTexts =>
      says(
        `La marca de tiempo es de hace ${duration}`,
        'Las bibliotecas rechazan marcas de tiempo de hace más de 5 minutos. Es normal si la ' +
          'copiaste de una entrega anterior. Si tu servidor la rechazó al llegar, el reloj de tu ' +
          'servidor está adelantado.',
      ),
    timestamp_ahead: (duration: string): FindingTexts =>
      says(
        `La marca de tiempo va ${duration} por delante de nuestro reloj`,
        'Nunca enviamos eso. Revisa el reloj que la generó.',
      ),
    body_changed: (position: string, received: string, sent: string): FindingTexts =>
      says(
        'El cuerpo no es el que se envió',
        html`Es distinto a partir del carácter ${position}. Tú tienes <code>${received}</code>, pero
          enviamos <code>${sent}</code>.`,
      ),
    secret_old: (until: Html): FindingTexts =>
      says(
        'Tu código tiene el secreto anterior',
        html`También firma hasta el ${until}. Cambia al nuevo antes de esa fecha.`,
      ),
    secret_over: (until: Html): FindingTexts =>
      says(
        'Tu código tiene un secreto antiguo',
        html`Se reemplazó y no ha firmado nada desde el ${until}. Usa el nuevo.`,
      ),
    signed_with_old: (until: Html): FindingTexts =>
      says('Firmado con el secreto anterior', html`Es válido hasta el ${until}.`),
    signed_with_over: (until: Html): FindingTexts =>
      says(
        'Firmado con un secreto antiguo',
        html`Se reemplazó y no ha firmado nada desde el ${until}.`,
      ),
    secret_of_other: (name: string): FindingTexts =>
      says(
        'Tu código tiene el secreto de otro endpoint',
        `Es el secreto de «${name}». Cada endpoint tiene el suyo.`,
      ),
    signed_for_other: (name: string): FindingTexts =>
      says('Esto es de otro endpoint', `Se firmó con el secreto de «${name}».`),
  },
};
