import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

export const security = {
  title: 'Seguridad',
  signingIn: 'Inicio de sesión',
  authenticator: {
    heading: 'App de autenticación',
    inUse: 'En uso',
    notInUse: 'No está en uso',
    on: (codesLeft: number) =>
      'Después de tu contraseña, se te pide un código de tu app. Por si pierdes la app, te ' +
      `${plural(codesLeft, 'queda', 'quedan')} ${codesLeft} ` +
      `${plural(codesLeft, 'código', 'códigos')} de respaldo.`,
    off:
      'Con una app en tu teléfono que muestra códigos, tu contraseña sola no basta para iniciar ' +
      'sesión. Así, una contraseña robada no abre nada.',
    newCodes: 'Códigos de respaldo nuevos',
    stop: 'Dejar de usar la app',
    setUp: 'Configurar una app',
  },
  passkeys: {
    heading: 'Llaves de acceso',
    text:
      'Con una llave de acceso inicias sesión con tu huella, tu rostro o tu PIN. Nadie puede ' +
      'adivinarla y ningún sitio falso puede engañarte para que la entregues.',
    notHere:
      'Los navegadores permiten llaves de acceso solo si la dirección del servicio es un ' +
      'nombre, como wallet.example.com. Aquí es un número.',
    add: 'Añadir una llave de acceso',
    caption: 'Tus llaves de acceso',
    name: 'Nombre',
    added: 'Añadida',
    lastUsed: 'Último uso',
    action: 'Acción',
    never: 'Nunca',
    /** The name tells people who cannot see the row which passkey this is. */
    remove: (name: string): Html => html`Quitar<span class="unseen"> ${name}</span>`,
  },
  sessions: {
    heading: 'Dónde tienes la sesión abierta',
    caption: 'Tus sesiones',
    browser: 'Navegador',
    address: 'Dirección',
    since: 'Desde',
    lastUsed: 'Último uso',
    action: 'Acción',
    present: 'Este navegador',
    end: 'Cerrar sesión',
    endOthers: 'Cerrar las demás sesiones',
    ended: 'Se cerró la sesión en ese navegador.',
  },
  device: {
    unknown: 'Navegador desconocido',
    browserOn: (browser: string, system: string) => `${browser} en ${system}`,
  },
  endingOthers: {
    title: 'Cerrar las demás sesiones',
    heading: '¿Cerrar las demás sesiones?',
    text:
      'Tu sesión se cierra de inmediato en todos los demás navegadores. Las apps que conectaste ' +
      'y tus tokens siguen funcionando.',
    submit: 'Cerrar las demás sesiones',
    done: 'Tus demás sesiones se cerraron.',
  },
};
