import { showForeign } from '../../base/text.ts';
import { type Content, html } from '../../i18n/html.ts';
import type { Approval } from '../../payments/approval.ts';
import { renderPayee } from '../../send/pages/payee-words.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_TEXT } from '../limits.ts';
import type { AskedPayee } from './read-payee.ts';

type Row = readonly [name: string, value: Content];

/** The amount, the payee, the highest fee and the purpose of a payment that asks. */
export function amountFacts(
  texts: PageTexts,
  { amountMsat, maxFeeSat }: Approval,
  { payee, purpose, isFirst }: AskedPayee,
): readonly [Row, ...Row[]] {
  const { approvals, format, send } = texts;
  const { review: words } = send;
  const said = purpose === null ? '' : showForeign(purpose, MAX_SHOWN_TEXT);
  const fee = maxFeeSat === 0n ? words.noFee : words.feeAtMost({ amount: format.sat(maxFeeSat) });
  const quoted = approvals.one.quoted({ text: html`<bdi dir="auto">${said}</bdi>` });
  const first = isFirst ? html`<br><span class="faint">${approvals.one.first}</span>` : null;
  return [
    [words.amount, format.exact(amountMsat)],
    [words.to, html`${renderPayee(send.payee, payee)}${first}`],
    [words.fee, fee],
    ...(said === '' ? [] : [[words.description, quoted] as const]),
  ];
}
