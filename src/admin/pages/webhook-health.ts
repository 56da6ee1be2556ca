import { MAX_COUNTED } from '../../base/limits.ts';
import { type Html, html } from '../../i18n/html.ts';
import { card, emptyState, facts, table } from '../../web/pages/components.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FailingEndpoint } from '../../webhooks/backlog-store.ts';
import { MAX_FAILING_ENDPOINTS } from '../limits.ts';
import { operatePage } from './list-page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/**
 * The page about webhook deliveries of all users: those that wait, and the hosts that accept none.
 */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: '/operate/webhooks',
  access: 'admin',
  handle: async ({ operatorStores }, { texts }) => {
    const words = texts.operateLists.deliveries;
    const { digits, moment } = texts.format;
    const [{ waiting, oldestDueAt }, failing] = await Promise.all([
      operatorStores.backlog.readBacklog(MAX_COUNTED + 1),
      operatorStores.backlog.listFailing(MAX_FAILING_ENDPOINTS),
    ]);
    return operatePage(
      texts,
      'deliveries',
      html`
        ${card(
          words.backlog,
          facts([
            [
              words.waiting,
              waiting > MAX_COUNTED
                ? words.moreThan({ count: digits(MAX_COUNTED) })
                : digits(waiting),
            ],
            [words.oldest, oldestDueAt === null ? words.noneDue : moment(oldestDueAt)],
          ]),
        )}
        ${
          failing.length === 0
            ? emptyState(words.none.title, words.none.text)
            : failingCard(texts, failing)
        }`,
    );
  },
};

export const operateWebhookPages: readonly Page<OperatorPageDeps>[] = [show];

const failingCard = (
  { format, operateLists: { deliveries: words } }: PageTexts,
  failing: readonly FailingEndpoint[],
): Html =>
  card(
    words.failing,
    html`
      <p>${words.failingText}</p>
      ${
        failing.length < MAX_FAILING_ENDPOINTS
          ? null
          : html`<p>${words.firstOnly({ count: format.digits(failing.length) })}</p>`
      }
      ${table({
        caption: words.failing,
        columns: [
          { name: words.columns.host },
          { name: words.columns.endpoints, isFigure: true },
          { name: words.columns.failures, isFigure: true },
          { name: words.columns.since },
        ],
        rows: groupByHost(failing).map(({ host, endpoints, failures, since }) => [
          html`<code class="wrapped">${host}</code>`,
          format.digits(endpoints),
          format.digits(failures),
          format.moment(since),
        ]),
      })}`,
  );

interface FailingHost {
  readonly host: string;
  readonly endpoints: number;
  readonly failures: number;
  /**
   * The time since which deliveries to this host have been failing, at the endpoint that has failed
   * the longest.
   */
  readonly since: Date;
}

/**
 * Groups failing webhook endpoints by host. The rest of a URL is not shown, because it may contain
 * a secret of the user.
 */
function groupByHost(failing: readonly FailingEndpoint[]): readonly FailingHost[] {
  const hosts = Map.groupBy(failing, ({ url }) => URL.parse(url)?.host ?? '?');
  return [...hosts]
    .map(([host, ofHost]) => ({
      host,
      endpoints: ofHost.length,
      failures: ofHost.reduce((sum, { failures }) => sum + failures, 0),
      since: ofHost.reduce(
        (first, { failingSince }) => (failingSince < first ? failingSince : first),
        ofHost[0]?.failingSince ?? new Date(0),
      ),
    }))
    .sort((one, other) => other.endpoints - one.endpoints || (one.host < other.host ? -1 : 1));
}
