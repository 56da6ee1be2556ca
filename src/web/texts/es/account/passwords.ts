/** A new password for someone who has forgotten the old one. */
export const passwords = {
  forgotten: {
    title: '¿Olvidaste tu contraseña?',
    byMail:
      'Escribe tu correo electrónico. Te enviaremos un enlace para elegir una contraseña nueva.',
    byOperator:
      'Escribe tu correo electrónico. Avisaremos al operador de este sitio de que necesitas una ' +
      'contraseña nueva.',
    submit: 'Pedir una contraseña nueva',
    back: 'Volver al inicio de sesión',
  },
  requested: {
    title: 'Recibimos tu solicitud',
    byMail:
      'Si hay una cuenta con esta dirección, en unos momentos le llegará un mensaje con un ' +
      'enlace. El enlace funciona durante una hora.',
    byOperator:
      'Si hay una cuenta con esta dirección, el operador verá que necesitas una contraseña ' +
      'nueva y te dará un enlace.',
  },
  reset: {
    title: 'Elige una contraseña nueva',
    submit: 'Cambiar contraseña',
    done:
      'Tu contraseña cambió y tu sesión se cerró en todas partes. Inicia sesión con la ' +
      'contraseña nueva.',
  },
};
