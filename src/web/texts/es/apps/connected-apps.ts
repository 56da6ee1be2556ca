import { type Html, html } from '../../../pages/html.ts';

/** Apps that a user let use their wallet. */
export const connectedApps = {
  title: 'Apps conectadas',
  lead: 'Las apps que pueden usar tu billetera y lo que gastan.',
  none: {
    title: 'Ninguna app usa tu billetera',
    text:
      'Abre una app que funcione con billeteras Lightning y elige conectar una billetera. La ' +
      'app te trae aquí y tú decides. Después aparecerá en esta página.',
  },
  connected: (date: Html): Html => html`Conectada el ${date}`,
  notUsed: 'todavía sin usar',
  lastUsed: (time: Html): Html => html`último uso: ${time}`,
  changeLimit: 'Cambiar límite',
  disconnect: 'Desconectar',
  facts: {
    website: 'Sitio web',
    connected: 'Conectada',
    lastUsed: 'Último uso',
    notUsed: 'Todavía sin usar',
    permissions: 'Permisos',
  },
  places: {
    title: 'Dónde se usa',
    none: (name: string) =>
      `En ningún lugar por ahora. Para usarla, conecta «${name}» otra vez desde la app.`,
    text: (name: string) =>
      `Cada teléfono, equipo o navegador en el que conectaste «${name}» tiene su propio acceso. ` +
      'Cierra su sesión donde ya no la uses, o si no reconoces las horas.',
    caption: (name: string) => `Dónde se usa «${name}»`,
    firstUsed: 'Primer uso',
    lastUsed: 'Último uso',
    state: 'Estado',
    action: 'Acción',
    active: 'Activo',
    doubtful: 'Dudoso',
    doubtfulText:
      'Dudoso significa que la clave de este acceso se usó dos veces en pocos segundos. A las ' +
      'apps les pasa por accidente, pero los ladrones también lo hacen. Este acceso terminará ' +
      'cuando conectes la app de nuevo o cuando cierres aquí su sesión.',
    end: 'Cerrar sesión allí',
    ended: 'Se cerró la sesión de la app en ese lugar.',
    endedBefore: 'La sesión de la app en ese lugar ya estaba cerrada.',
  },
  disconnecting: {
    title: 'Desconectar una app',
    heading: (name: string) => `¿Desconectar «${name}»?`,
    text:
      'A partir de ahora no podrá usar tu billetera. Los pagos que ya están en camino se ' +
      'completarán. Su límite se elimina. Para volver a usarla, conéctala otra vez desde la ' +
      'propia app.',
    submit: 'Desconectar',
    done: 'La app se desconectó.',
  },
};
