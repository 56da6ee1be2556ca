import type { AlarmKind } from '../../../../alarms/alarm-store.ts';

/** What an admin does about each kind of alarm. */
export const alarmAdvice = {
  fee_above_reserve:
    'Nada para este pagamento: quem paga a diferença é o serviço, não a pessoa. Se acontecer ' +
    'muito, aumente SATCHEL_FEE_RESERVE_PPM.',
  payment_stranded:
    'Veja em “Pagamentos”, “Presos”. Quando a prova estiver completa, você pode encerrá-lo, e' +
    ' o dinheiro volta para a carteira.',
  stranded_payment_ended:
    'Nada: o dinheiro voltou para a carteira. Se o nó acabar pagando, outro alarme avisa.',
  foreign_payment_for_hash:
    'Descubra quem mais paga por este nó: a mesma fatura foi paga por outro meio. A pessoa ' +
    'recebeu o dinheiro de volta.',
  acknowledged_payment_not_found:
    'Não remova pagamentos do nó e confira se ele os guarda. Ele esqueceu um que tinha; o ' +
    'dinheiro continua reservado.',
  final_state_contradicted:
    'Suspenda os pagamentos pelo nó e guarde os registros dele. Ele disse duas coisas ' +
    'diferentes sobre um pagamento. Pergunte antes de continuar.',
  credit_parked:
    'Veja em “Dinheiro sem dono”: chegou algo que não pôde ser creditado. Atribua quando ' +
    'souber de quem é.',
  receipt_taken_back:
    'A carteira fica com o dinheiro, então você o deve. Se o nó não cobre mais o que é dos ' +
    'usuários, acrescente o valor e peça um novo pagamento ao nó.',
  closed_account_paid:
    'Está em “Dinheiro sem dono”: chegou para uma conta encerrada. Atribua se souber a quem ' +
    'pertence.',
  statement_not_closed:
    'Confira os livros contábeis e veja o que mudou os dados desta pessoa. O último mês da ' +
    'carteira não pode ser fechado.',
  owed_sums_differ:
    'Confira os livros contábeis agora. Nada de novo é publicado sobre o que é devido até que' +
    ' carteiras e livros concordem.',
  proof_folder_differs:
    'Até lá, nenhuma comprovação é publicada. Descubra o que mudou as cópias delas na pasta de ' +
    'dados e depois tire essa pasta de lá. A partir daí vale o banco de dados.',
  cursor_event_missing:
    'Conecte o nó que tem o mesmo histórico de antes. Até lá, nada do que este receber é ' +
    'lançado.',
  node_changed: 'Conecte o nó de antes: este tem outra chave. Nada do que ele receber é lançado.',
  preimage_mismatch:
    'Suspenda os pagamentos pelo nó e guarde os registros dele. Ele enviou uma prova de ' +
    'pagamento que não confere. Pergunte antes de continuar.',
  node_balance_too_low:
    'Descubra para onde foi o dinheiro antes de acrescentar mais. Os pagamentos pelo nó ficam' +
    ' suspensos até ele cobrir o que é dos usuários.',
  books_do_not_balance:
    'Veja em “Livros contábeis” o que foi encontrado e faça um backup antes de mudar qualquer' +
    ' coisa. Os pagamentos pelo nó estão suspensos.',
  job_parked: 'Veja o último erro em “Tarefas”. Elimine a causa e tente de novo.',
  payment_not_in_books:
    'Descubra quem o enviou: o banco de dados não conhece este pagamento do nó. Veja “After a' +
    ' restore” em docs/operating.md.',
  payment_of_others:
    'Nada, se você sabe quem mais paga por este nó. Se não, o banco de dados pode ter perdido' +
    ' um pagamento: veja docs/operating-lnd.md.',
  invoice_not_in_books:
    'O nó recebeu dinheiro que o banco de dados não conhece. Veja “After a restore” em ' +
    'docs/operating.md.',
  database_unsafe:
    'Corrija as configurações do servidor de banco de dados que o alarme cita: com elas ' +
    'ele confirma o que só uma máquina tem. Se ela falhar, dinheiro confirmado se perde.',
  database_gone_back:
    'Falta ao banco de dados o que ele já teve. Não deixe sair pagamentos antes de compará-lo' +
    ' com o nó: veja “After a restore” em docs/operating.md.',
  payment_lost:
    'O nó tem este pagamento, e o banco de dados o perdeu. Veja “After a restore” em ' +
    'docs/operating.md.',
  backup_failed:
    'Leia o motivo em Livros e corrija: quase sempre o disco está cheio ou não dá para ' +
    'gravar na pasta. A próxima cópia agendada tenta de novo.',
  backup_overdue:
    'Não há cópia boa há o dobro do tempo previsto. Descubra por que a última falhou, ou ' +
    'faça uma à mão: satchel backup now.',
  payment_takes_long:
    'Veja-o em “Pagamentos”. Alguém no caminho ou o destinatário o retém, ou o nó não diz ' +
    'como ele terminou. O dinheiro fica reservado até que o nó diga o que aconteceu.',
  database_refuses_writes:
    'Descubra por que não foi possível gravar no banco de dados: o alarme diz o que ele ' +
    'respondeu. Quase sempre o disco está cheio, ou o endereço leva a um servidor que só pode' +
    ' ser lido.',
  node_away:
    'Inicie o nó, desbloqueie sua carteira ou corrija o endereço, o certificado ou o macaroon' +
    ' nas configurações: o alarme diz o que ele respondeu. Até lá, nenhuma fatura é criada e ' +
    'nada sai pelo nó.',
  backup_missing:
    'Defina SATCHEL_BACKUP_EVERY ou faça uma cópia de segurança: satchel backup now. Sem ela,' +
    ' o dinheiro de todos se perde com este disco.',
  database_outdated:
    'Atualize o servidor do banco de dados para a versão que o alarme indica: as anteriores ' +
    'têm falhas conhecidas publicamente. docs/operating.md diz quais.',
} satisfies Readonly<Record<AlarmKind, string>>;
