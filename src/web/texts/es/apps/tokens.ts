import { type Html, html } from '../../../pages/html.ts';

export const tokens = {
  title: 'Tokens personales',
  lead:
    'Para tus propios scripts y servidores. Un token les permite usar tu billetera sin ' +
    'navegador.',
  script: {
    title: 'Úsalo desde un script',
    text: 'Pon el token en la variable TOKEN y consulta la API:',
    reference: (docs: string): Html => html`También puedes probarlo en la
      <a href="${docs}">referencia de la API</a>: pega el token en «Authentication».`,
  },
  none: {
    title: 'No tienes ningún token',
    text: 'Crea uno para un script o un servidor. Lo ves una sola vez y aquí puedes revocarlo.',
  },
  new: 'Nuevo token',
  created: (date: Html): Html => html`Creado el ${date}`,
  creating: {
    title: 'Nuevo token',
    failed: 'El token no se creó. Corrige lo que está marcado aquí abajo.',
    name: 'Nombre',
    nameHint: 'Para qué es, por ejemplo «servidor de la tienda».',
    noName: 'Escribe un nombre que diga para qué es el token.',
    hiddenInName: 'Contiene caracteres invisibles. Escríbelo de nuevo.',
    scopes: 'Qué puede hacer',
    noScopes: 'Elige al menos una opción.',
    end: 'El token vence',
    noEnd: 'Elige cuándo vence.',
    submit: 'Crear token',
    tooMany: (most: number) => ({
      title: 'Demasiados tokens',
      message:
        `Ya tienes ${most} tokens y no puedes tener más. No se creó ningún token. Revoca alguno ` +
        'que ya no uses e inténtalo de nuevo.',
    }),
    done: 'Tu nuevo token',
    secret: (name: string) => `Token «${name}»`,
    kept: 'Ya lo guardé',
    tryIt: 'Probarlo en la referencia de la API',
  },
  noExpiry: 'no vence',
  expires: (date: Html): Html => html`vence el ${date}`,
  changeLimit: 'Cambiar límite',
  revoke: 'Revocar',
  revoking: {
    title: 'Revocar un token',
    heading: (name: string) => `¿Revocar «${name}»?`,
    text:
      'A partir de ahora se rechazan los programas que usan este token. Los pagos que ya están ' +
      'en camino se completarán. No podrás deshacerlo, pero puedes crear un token nuevo.',
    submit: 'Revocar el token',
    done: (name: string) => `Se revocó el token «${name}».`,
  },
};
