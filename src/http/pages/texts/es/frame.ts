import { type Html, html } from '../../kit/html.ts';

/** What stands on every page. */
export const frame = {
  skip: 'Ir al contenido',
  navigation: 'Principal',
  signOut: 'Cerrar sesión',
  copy: 'Copiar',
  copied: 'Copiado',
  optional: '(opcional)',
  cancel: 'Cancelar',
  command: 'Comando',
  secretOnce: 'Esto se muestra una sola vez. Guárdalo donde solo tú puedas leerlo.',
  tabsOf: 'Páginas de esta sección',
  runBy: (contact: Html): Html => html`¿Tienes preguntas sobre este servicio? ${contact}`,
  /** The bell in the head. */
  notices: 'Avisos',
  unreadNotices: (count: string) => `${count} sin leer`,
  /** Parts of the navigation. */
  places: {
    home: 'Inicio',
    receive: 'Recibir',
    send: 'Enviar',
    activity: 'Actividad',
    apps: 'Apps',
    account: 'Cuenta',
    developer: 'Desarrollo',
    operate: 'Administrar',
    more: 'Más',
  },
  tabs: {
    profile: 'Perfil',
    address: 'Dirección',
    preferences: 'Preferencias',
    statements: 'Extractos',
    security: 'Seguridad',
    leave: 'Salir',
    tokens: 'Tokens',
    clients: 'Tus apps',
    webhooks: 'Webhooks',
    overview: 'Resumen',
    users: 'Usuarios',
    node: 'Nodo',
  },
};
