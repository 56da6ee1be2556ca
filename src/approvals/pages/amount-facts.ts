import { showForeign } from '../../base/text.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { Approval } from '../../payments/approval.ts';
import { renderPayee } from '../../send/pages/payee-words.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_TEXT } from '../limits.ts';
import type { AskedPayee, OnePayee, SeveralPayees } from './read-payee.ts';

type Row = readonly [name: string, value: Content];

/** The amount, the payee or several of them, the highest fee and the purpose of what asks. */
export function amountFacts(
  texts: PageTexts,
  { amountMsat, maxFeeSat }: Approval,
  asked: AskedPayee,
): readonly [Row, ...Row[]] {
  const { format, send } = texts;
  const { review: words } = send;
  const fee = maxFeeSat === 0n ? words.noFee : words.feeAtMost({ amount: format.sat(maxFeeSat) });
  const amount = [words.amount, format.exact(amountMsat)] as const;
  if ('several' in asked) return [amount, [words.fee, fee], [words.to, severalLines(texts, asked)]];
  const purpose = quotedPurpose(texts, asked);
  return [
    amount,
    [words.to, payeeLine(texts, asked)],
    [words.fee, fee],
    ...(purpose === null ? [] : [[words.description, purpose] as const]),
  ];
}

function payeeLine({ approvals, send }: PageTexts, { payee, isFirst }: OnePayee): Html {
  const first = isFirst ? html`<br><span class="faint">${approvals.one.first}</span>` : null;
  return html`${renderPayee(send.payee, payee)}${first}`;
}

/** The purpose in the words of others; null for none. */
function quotedPurpose({ approvals }: PageTexts, { purpose }: OnePayee): Html | null {
  const said = purpose === null ? '' : showForeign(purpose, MAX_SHOWN_TEXT);
  if (said === '') return null;
  return html`${approvals.one.quoted({ text: html`<bdi dir="auto">${said}</bdi>` })}`;
}

function severalLines(texts: PageTexts, { several, rest }: SeveralPayees): Html {
  const { approvals, format } = texts;
  const line = (one: SeveralPayees['several'][number]): Html => {
    const purpose = quotedPurpose(texts, one);
    return html`
      <li>${format.exact(one.amountMsat)}<br>${payeeLine(texts, one)}
        ${purpose === null ? null : html`<br>${purpose}`}</li>`;
  };
  const { count, amountSat } = rest;
  const more = approvals.one.rest({ count, amount: format.sat(amountSat) });
  return html`
    ${approvals.several({ count: several.length + count })}
    <ol>${several.map(line)}</ol>
    ${count === 0 ? null : html`<p>${more}</p>`}`;
}
