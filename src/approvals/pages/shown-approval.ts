import type { Rate } from '../../fiat/rate.ts';
import type { Approval, ApprovalState } from '../../payments/approval.ts';
import type { Listening } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AskingSpender } from '../asking-spender.ts';
import type { Outcome } from './read-outcome.ts';
import type { AskedPayee } from './read-payee.ts';

export interface ShownApproval {
  readonly approval: Approval;
  readonly state: ApprovalState;
  readonly asked: AskedPayee;
  /** Who has asked; null where nothing is known of them any more. */
  readonly spender: AskingSpender | null;
  /** How many other payments of the same app or token wait. */
  readonly othersCount: number;
  /** What has become of the payment; null where none was made. */
  readonly outcome: Outcome | null;
  readonly rate: Rate | null;
  readonly live: Listening;
  readonly now: Date;
}

/** The words for how an approval has ended: those of the payment, where one was made. */
export function verdictOf({
  state,
  outcome,
}: Pick<ShownApproval, 'state' | 'outcome'>): keyof PageTexts['approvals']['verdicts'] {
  if (outcome !== null) return outcome;
  return state === 'waiting' || state === 'approved' ? 'under_way' : state;
}
