import type { RefusalTexts } from '../en/refusals.ts';

export const refusals: RefusalTexts = {
  wrong_credentials: 'E-mail ou senha incorretos.',
  user_disabled: 'Esta conta está desativada. Fale com o operador deste site.',
  wrong_code: 'Este código está errado ou já foi usado. Espere o próximo e tente novamente.',
  wrong_passkey:
    'Não funcionou. Este site não conhece a chave de acesso, ou demorou demais. Tente novamente ' +
    'ou use sua senha.',
  passkey_known: 'Você já adicionou esta chave de acesso.',
  too_many_passkeys: 'Você tem chaves de acesso demais. Remova uma primeiro.',
  too_many_attempts: 'Tentativas demais. Espere um pouco e tente novamente.',
  busy: 'Muitas pessoas estão entrando agora. Tente novamente em alguns segundos.',
  session_over: 'Sua sessão foi encerrada nesse meio-tempo. Entre novamente.',
  link_over: 'Este link já foi usado ou é antigo demais.',
  email_taken: 'Não é possível usar este e-mail. Escolha outro.',
  authenticator_present: 'Um app autenticador já está configurado.',
  authenticator_gone: 'Nenhum app autenticador está configurado.',
  own_account: 'Você não pode fazer isso com sua própria conta.',
  bad_email: 'Isto não é um endereço de e-mail. Verifique se há erros de digitação.',
  bad_password: (minLength, maxLength) =>
    `Escolha uma senha de ${minLength} a ${maxLength} caracteres.`,
  bad_name: 'Este nome contém caracteres invisíveis. Digite-o novamente.',
  bad_profile: {
    avatar: 'A foto precisa de um endereço que comece com https://.',
    nostrPubkey:
      'Isto não é uma chave pública do Nostr. Ela começa com npub1 ou tem 64 dígitos hexadecimais.',
  },
};
