import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

export const address = {
  title: 'Dirección Lightning',
  lead:
    'Una dirección Lightning se parece a una de correo electrónico. Con ella, cualquiera puede ' +
    'enviarte dinero desde cualquier billetera Lightning, tantas veces como quiera.',
  yours: 'Tu dirección',
  none: 'Todavía no tienes una dirección.',
  noneHint: 'Elige un nombre aquí abajo. Puedes usarlo enseguida.',
  qr: (lightningAddress: string) => `Código QR de ${lightningAddress}`,
  noQr: 'El código QR no se puede mostrar ahora. Vuelve a cargar la página en un momento.',
  payPage: 'Página pública de pago',
  printSheet: 'Hoja para imprimir',
  print: {
    title: 'Hoja para imprimir',
    heading: 'Paga con Lightning',
    instruction: 'Escanea el código con una billetera Lightning o escribe en ella la dirección.',
    howTo: 'Imprime esta página con tu navegador. Esta línea no se imprime.',
    back: 'Volver',
  },
  name: 'Nombre',
  nameHint: (domain: string) =>
    `Tu dirección será este nombre seguido de @${domain}. Usa letras minúsculas (sin ` +
    'tildes ni ñ) y números. Entre ellos puedes poner un punto, un guion o un guion bajo.',
  playOnly: (domain: string): Html => html`Las billeteras de fuera de este servicio no pueden
    encontrar direcciones en <code>${domain}</code>. Solo funcionan entre los usuarios de este
    servicio, por ejemplo mientras lo pruebas.`,
  choose: 'Elegir este nombre',
  change: 'Cambiar dirección',
  changeHint: (changesMax: number) =>
    `Puedes cambiarla ${changesMax} ${plural(changesMax, 'vez', 'veces')} al año. Después, nadie ` +
    'podrá pagarte en la dirección anterior. Queda reservada para ti: nadie más podrá tenerla.',
  signUpHint:
    'Cualquiera puede enviarte dinero a esta dirección, tantas veces como quiera. También ' +
    'puedes elegirla más tarde.',
  lost:
    'Tu cuenta está lista. Pero otra persona acaba de quedarse con la dirección Lightning que ' +
    'querías: elige otra.',
  chosen: (lightningAddress: string) => `Tu dirección Lightning es ${lightningAddress}.`,
  zaps: {
    title: 'Zaps',
    lead:
      'Un zap es un pago a tu dirección que quien paga muestra en Nostr, una red pública. ' +
      'Entonces publicamos allí un recibo: todo el mundo puede ver quién te pagó, cuánto y qué ' +
      'escribió. Los demás pagos siguen siendo privados.',
    needsKey: html`Para aceptar zaps, pon tu clave pública de Nostr en tu
      <a href="/profile">perfil</a>.`,
    isOn: 'Aceptas zaps.',
    isOff: 'No aceptas zaps. La gente puede seguir pagándote en tu dirección.',
    turnOn: 'Aceptar zaps',
    turnOff: 'Dejar de aceptar zaps',
    turnedOn: 'Ahora aceptas zaps.',
    turnedOff: 'Ya no aceptas zaps.',
  },
  refused: {
    bad_address_name:
      'Usa como máximo 64 letras minúsculas (sin tildes ni ñ) y números. Entre ellos puedes ' +
      'poner un punto, un guion o un guion bajo.',
    reserved_address_name: 'Este nombre está reservado. Elige otro.',
    address_name_taken: 'Este nombre ya está en uso. Elige otro.',
    too_many_name_changes: 'Ya cambiaste tu dirección demasiadas veces este año.',
  },
};
