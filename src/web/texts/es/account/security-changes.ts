import { type Html, html } from '../../../pages/html.ts';

/** How users change what they sign in with. */
export const securityChanges = {
  password: {
    title: 'Cambiar contraseña',
    text: (email: string) =>
      `Esto cambia la contraseña de ${email}. Tus demás sesiones se cierran y las apps ` +
      'conectadas deben pedirte permiso otra vez. Las apps que conectaste con un código y los ' +
      'tokens personales siguen funcionando.',
    present: 'Contraseña actual',
    next: 'Contraseña nueva',
    wrong: 'Esta no es tu contraseña.',
    submit: 'Cambiar contraseña',
    done:
      'Tu contraseña cambió. Tus demás sesiones se cerraron y las apps conectadas deben pedirte ' +
      'permiso otra vez. Las apps que conectaste con un código y los tokens personales siguen ' +
      'funcionando. Si alguien más conocía tu contraseña, revísalos.',
  },
  email: {
    title: 'Cambiar correo electrónico',
    text: (email: string) =>
      `Ahora inicias sesión como ${email}. Cuando la dirección nueva reemplace a esta, tus demás ` +
      'sesiones se cerrarán y los enlaces enviados a la dirección anterior dejarán de funcionar.',
    next: 'Correo electrónico nuevo',
    submit: 'Cambiar correo electrónico',
    mailed:
      'Un mensaje va en camino a tu dirección nueva. Para completar el cambio, abre el enlace ' +
      'que contiene.',
    done: 'Tu correo electrónico cambió. Tus demás sesiones se cerraron.',
    confirm: {
      title: 'Confirma tu correo electrónico',
      text: (email: string): Html =>
        html`Cuando lo confirmes, iniciarás sesión como <strong>${email}</strong> de ahora en
          adelante. Tus demás sesiones se cerrarán.`,
      submit: 'Confirmar',
    },
  },
  setUpApp: {
    title: 'Configurar una app de autenticación',
    scan: (address: string): Html =>
      html`Escanea este código con tu app o abre <a href="${address}">este enlace</a> en el teléfono
        donde la tienes.`,
    picture: 'Código QR para tu app de autenticación',
    spelled: (key: string): Html =>
      html`Si no puedes escanearlo, escribe esta clave en la app: <code>${key}</code>`,
    codeHint: 'Los seis dígitos que tu app muestra ahora.',
    submit: 'Usar esta app',
    done: 'Tu app está configurada.',
  },
  stopApp: {
    title: '¿Dejar de usar la app?',
    text:
      'A partir de entonces, bastará tu contraseña para iniciar sesión. Tus códigos de respaldo ' +
      'también dejarán de funcionar.',
    submit: 'Dejar de usar la app',
    done: 'Ya no se te pedirán códigos.',
  },
  newCodes: {
    title: '¿Crear códigos de respaldo nuevos?',
    text: 'Los códigos que tienes ahora dejarán de funcionar.',
    submit: 'Crear códigos nuevos',
    done: 'Tus códigos anteriores ya no funcionan.',
  },
  backupCodes: {
    title: 'Tus códigos de respaldo',
    text:
      'Cada uno de estos códigos funciona una sola vez, en lugar de un código de tu app. ' +
      'Imprímelos o guárdalos en un gestor de contraseñas.',
    label: 'Códigos de respaldo',
    saved: 'Ya los guardé',
  },
  addPasskey: {
    title: 'Añadir una llave de acceso',
    text: 'Tu dispositivo te pregunta dónde guardar la llave de acceso y comprueba que eres tú.',
    name: 'Nombre',
    nameHint: 'Por este nombre reconocerás la llave de acceso.',
    submit: 'Añadir una llave de acceso',
    done: (name: string) => `Ya puedes iniciar sesión con «${name}».`,
  },
  removePasskey: {
    title: 'Quitar una llave de acceso',
    heading: (name: string) => `¿Quitar «${name}»?`,
    text: 'Después, ya no servirá para iniciar sesión. Puedes añadirla otra vez más adelante.',
    submit: 'Quitar llave de acceso',
    done: 'La llave de acceso se quitó.',
  },
};
