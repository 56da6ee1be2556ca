import type { RefusalTexts } from '../en/refusals.ts';

/** Why something was refused to someone who signs in or changes an account, by kind. */
export const refusals: RefusalTexts = {
  wrong_credentials: 'El correo electrónico o la contraseña no son correctos.',
  user_disabled: 'Esta cuenta está desactivada. Pregunta al operador de este sitio.',
  wrong_code: 'Este código no es correcto o ya se usó. Espera al siguiente e inténtalo de nuevo.',
  wrong_passkey:
    'No funcionó. Este sitio no conoce la llave de acceso o se tardó demasiado. Inténtalo de ' +
    'nuevo o usa tu contraseña.',
  passkey_known: 'Ya añadiste esta llave de acceso.',
  too_many_passkeys: 'Tienes demasiadas llaves de acceso. Quita una primero.',
  too_many_attempts: 'Demasiados intentos. Espera un rato e inténtalo de nuevo.',
  busy: 'Muchas personas están iniciando sesión ahora mismo. Inténtalo de nuevo en unos segundos.',
  session_over: 'Tu sesión se cerró mientras tanto. Inicia sesión de nuevo.',
  link_over: 'Este enlace ya se usó o es demasiado antiguo.',
  email_taken: 'Esta dirección de correo electrónico no se puede usar. Elige otra.',
  authenticator_present: 'Ya hay una app de autenticación configurada.',
  authenticator_gone: 'No hay ninguna app de autenticación configurada.',
  own_account: 'No puedes hacer esto con tu propia cuenta.',
  bad_email: 'Esto no es una dirección de correo electrónico. Comprueba que esté bien escrita.',
  bad_password: (minLength, maxLength) =>
    `Elige una contraseña de ${minLength} a ${maxLength} caracteres.`,
  bad_name: 'Este nombre contiene caracteres invisibles. Escríbelo de nuevo.',
  bad_profile: {
    avatar: 'La imagen necesita una dirección que empiece por https://.',
    nostrPubkey:
      'Esto no es una clave pública de Nostr. Empieza por npub1 o tiene 64 dígitos hexadecimales.',
  },
};
