/** Fields that several forms for accounts have. */
export const accountFields = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPasswordHint: (minLength: number) =>
    `Al menos ${minLength} caracteres. Usa unas cuantas palabras que nadie más juntaría.`,
  name: 'Nombre',
  nameHint: 'Las apps que conectes pueden llamarte por este nombre.',
  code: 'Código',
};
