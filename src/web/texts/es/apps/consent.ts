import { type Html, html } from '../../../pages/html.ts';

/** An app asks to use a wallet. */
export const consent = {
  title: (name: string) => `Conectar ${name}`,
  heading: (name: string) => `¿Permites que «${name}» use tu billetera?`,
  failed: 'Todavía no se ha permitido nada. Corrige lo que está marcado aquí abajo.',
  website: 'Sitio web',
  returnTo: 'Vuelves a',
  wallet: 'Tu billetera',
  otherAccount: 'Usar otra cuenta',
  permissions: 'Podrá',
  permissionsAgain: 'Vuelve a pedir permiso para',
  allow: 'Permitir',
  deny: 'No permitir',
  warning: (connectedApps: string): Html => html`Este servicio no revisa las apps. Permítelo solo si
    llegaste aquí desde ese sitio web y confías en él. Puedes quitarle el acceso cuando quieras en
    <a href="${connectedApps}">Apps conectadas</a>.`,
  gone: {
    title: 'Esta solicitud ya no está abierta',
    message:
      'Ya se respondió, es demasiado antigua o empezó en otro navegador. Vuelve a la app y ' +
      'conéctala otra vez.',
  },
  /** The app sent a request that cannot be used. */
  refused: {
    title: 'La app envió una solicitud incorrecta',
    text:
      'Una app te envió aquí para conectar tu billetera, pero su solicitud no se puede usar. No ' +
      'se permitió nada y tu billetera no cambió.',
    forMakers: (error: string, description: string | null): Html =>
      html`Para quienes crearon la app: <code>${error}</code>${
        description === null ? null : `, ${description}`
      }.`,
    goBack: (host: string): Html => html`Puedes volver y avisar a la app. Hazlo solo si conoces este
      sitio: <strong>${host}</strong>`,
    back: 'Volver a la app',
    stay: 'Quedarme aquí',
  },
};
