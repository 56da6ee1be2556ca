import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LANGUAGE_NAMES } from '../../src/accounts/pages/language-names.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { sat } from '../../src/base/amount.ts';
import { accept, refuse } from '../../src/base/result.ts';
import { TIME_ZONES } from '../../src/base/time-zone.ts';
import { startAccounts } from '../support/account-world.ts';
import { composeTestPages } from '../support/compose-pages.ts';
import { createFakeManagement } from '../support/fake-management.ts';
import { startPayee } from '../support/lnurl/payee.ts';
import { startOauth } from '../support/oauth-world.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { createChainOfWorld } from '../support/onchain/onchain-pages.ts';
import { createOperatedWallet } from '../support/onchain/operated-wallet.ts';
import { actingNode, addActingRows, newNodeWords } from '../support/operate/acting-world.ts';
import { startTour } from '../support/page-tours/page-tour.ts';
import { createPseudoLanguage, wordsOfItsOwn } from '../support/page-tours/pseudo-language.ts';
import {
  tourAddress,
  tourGuests,
  tourMailedLinks,
  tourPay,
  tourProfile,
  tourSecondFactor,
  tourSecondFactors,
  tourSetUp,
  tourSignUp,
  tourTooManyAttempts,
  tourUsers,
  tourWithoutEmail,
} from '../support/page-tours/tour-accounts.ts';
import { ACTION_DATA, tourActions } from '../support/page-tours/tour-actions.ts';
import { tourActivity } from '../support/page-tours/tour-activity.ts';
import { tourApprovals } from '../support/page-tours/tour-approvals.ts';
import {
  tourClients,
  tourConnectedApps,
  tourConnections,
  tourProblems,
  tourTokens,
  tourWallet,
} from '../support/page-tours/tour-apps.ts';
import { tourBackups } from '../support/page-tours/tour-backups.ts';
import { tourBitcoin } from '../support/page-tours/tour-bitcoin.ts';
import { tourDevices, tourNoDevices } from '../support/page-tours/tour-devices.ts';
import { tourLeave } from '../support/page-tours/tour-leave.ts';
import { tourLimits } from '../support/page-tours/tour-limits.ts';
import { tourManagement, tourNode } from '../support/page-tours/tour-node.ts';
import { tourNotices } from '../support/page-tours/tour-notices.ts';
import { OPERATE_DATA, tourOperate } from '../support/page-tours/tour-operate.ts';
import { tourPairing } from '../support/page-tours/tour-pairing.ts';
import { tourPeople } from '../support/page-tours/tour-people.ts';
import { tourPreferences } from '../support/page-tours/tour-preferences.ts';
import { tourProof } from '../support/page-tours/tour-proof.ts';
import { tourPlay, tourReceive } from '../support/page-tours/tour-receive.ts';
import { tourRequests } from '../support/page-tours/tour-requests.ts';
import { tourSafety } from '../support/page-tours/tour-safety.ts';
import { tourSends, tourWithdrawals } from '../support/page-tours/tour-send.ts';
import { tourStatements } from '../support/page-tours/tour-statements.ts';
import { tourUser } from '../support/page-tours/tour-user.ts';
import {
  tourDeliveries,
  tourEndedEndpoints,
  tourEndpoints,
  tourSignatures,
} from '../support/page-tours/tour-webhooks.ts';
import { tourChainPayments } from '../support/page-tours/tour-withdrawals.ts';
import { scriptedPushService } from '../support/push/scripted-push-service.ts';
import { TEST_SENDER } from '../support/push/test-push.ts';
import { createTestKind } from '../support/test-connection-kind.ts';
import { createTestOperator } from '../support/test-operator.ts';
import { createTestRates } from '../support/test-rates.ts';
import { createTestServiceStatus } from '../support/test-service-status.ts';

/** Names of things and words of a node, as the tours give them. */
const DATA = [
  ...['Satchel', 'Example App', 'Corner Shop', 'App', 'test', 'outside', 'grant', 'Linux'],
  ...['our-node', 'regtest', 'signet', 'beta', 'help@example.com', '127.0.0.1:'],
];

const HIGH_FEES = { feeReserveMinSat: sat(60n) };
const language = createPseudoLanguage();
const { texts } = language;
const operator = createTestOperator();
const serviceStatus = createTestServiceStatus();
const connectionKinds = (['nwc', 'lndhub'] as const).map(createTestKind);
const world = await startOauth({ after }, {}, (parts, deps) => ({
  pages: composeTestPages({ after }, parts.database, deps, {
    operator,
    serviceStatus,
    textsOf: () => texts,
  }),
  connectionKinds,
}));
const site = { name: 'Satchel', operatorContact: 'help@example.com' };
const people = await startAccounts({ after }, { operator, texts, config: { site } });
const mailing = await startAccounts(
  { after },
  { texts, hasMail: true, changes: { signup: 'open' } },
);
const NAMES = [
  ...TIME_ZONES.map((zone) => zone.replaceAll('_', ' ')),
  ...Object.values(LANGUAGE_NAMES),
];
const tour = startTour(PAGES, [...DATA, ...NAMES, ...OPERATE_DATA, ...ACTION_DATA, 'EUR']);

describe('in another language, no page has words of its own:', () => {
  test('the check finds words outside of marks', () => {
    const page = '<title>⟦a ⟦b⟧⟧</title><p aria-label="Own">⟦c⟧, 7 <time>May</time></p>word';
    assert.deepEqual(wordsOfItsOwn(page, []), ['Own', 'word']);
    assert.deepEqual(wordsOfItsOwn(page, ['Own', 'word']), []);
  });

  test('problems', () => tourProblems(world, tour));
  test('consent and connected apps', () => tourConnectedApps(world, tour));
  test('apps without OAuth', () => tourConnections(world, tour));
  test('apps with a key of their own', () => tourPairing(world, tour));
  test('tokens', () => tourTokens(world, tour));
  test('apps of developers', () => tourClients(world, tour));
  test('webhook endpoints', () => tourEndpoints(world, tour));
  test('webhook endpoints that ended', () => tourEndedEndpoints(world, tour));
  test('deliveries', () => tourDeliveries(world, tour));
  test('signature help', () => tourSignatures(world, tour));
  test('activity', () => tourActivity(world, tour));
  // Comes late, as this tour stops what is under way.
  test('the wallet', () => tourWallet(world, tour));

  test('signing up without mail', async () => {
    const changes = { signup: 'open' } as const;
    await tourSignUp(await startAccounts({ after }, { texts, changes }), tour);
  });
  test('the first start', () => tourSetUp(people, tour));

  test('the node', async () => {
    const admin = await people.signedIn(await people.addPerson({ isAdmin: true }));
    await tourNode(tour.with(admin), operator);
    await tourManagement(tour.with(admin), operator);
  });

  test('lists of admins', async () => {
    const managing = { ...createTestOperator(), management: createFakeManagement() };
    await tourOperate(await startAccounts({ after }, { texts, operator: managing }), tour);
  });

  test('what operators do', async () => {
    const says = newNodeWords();
    const wallet = createOperatedWallet();
    const actions = { ...actingNode(says), onchain: wallet.onchain };
    const acting = await startAccounts({ after }, { texts, actions });
    const rows = await addActingRows(acting, { after });
    await tourActions({ world: acting, rows, says, wallet }, tour);
  });

  test('what leaves', async () => tourSafety(await startAccounts({ after }, { texts }), tour));

  test('backups', async () => {
    for (const backupEverySec of [null, 60]) {
      await tourBackups(await startAccounts({ after }, { texts, backupEverySec }), tour);
    }
  });

  test('guests', () => tourGuests(mailing, tour));
  test('contacts', async () => tourPeople(await startAccounts({ after }, { texts }), tour));
  test('asking for money', async () =>
    tourRequests(await startAccounts({ after }, { texts }), tour));
  test('payments that ask', async () =>
    tourApprovals(await startAccounts({ after }, { texts, config: { waitSec: 0 } }), tour));
  test('receiving', () => tourReceive(people, tour));
  test('bitcoin', async () => {
    const parts = createChainOfWorld();
    const server = { onchain: parts.onchain };
    await tourBitcoin(await startAccounts({ after }, { texts, server }), parts, tour);
  });
  test('bitcoin to an address', async () => {
    const wallet = createFakeSpending();
    const server = { withdrawing: wallet.withdrawing };
    await tourChainPayments(await startAccounts({ after }, { texts, server }), wallet, tour);
  });
  test('limits', () => tourLimits(people, tour));
  test('trying it out', async () => {
    const play = {
      pay: async (text: string) => (text === '' ? accept(null) : refuse('№')),
      makeInvoice: async () => accept('№'),
    };
    await tourPlay(await startAccounts({ after }, { texts, play }), tour);
  });
  test('the address', async () => {
    const config = { addressDomain: 'localhost:8080' };
    await tourAddress(await startAccounts({ after }, { texts, config }), tour);
  });
  test('paying an address', () => tourPay(mailing, tour));
  test('sending', async () => {
    const payee = await startPayee({ after });
    const sending = await startAccounts({ after }, { texts, config: HIGH_FEES });
    await tourSends(sending, tour, payee);
    await tourWithdrawals(sending, tour, payee);
  });
  test('statements', async () => tourStatements(await startAccounts({ after }, { texts }), tour));
  test('proof of what is owed', async () =>
    tourProof(await startAccounts({ after }, { texts, serviceStatus }), tour, serviceStatus));
  test('leaving', async () => tourLeave(await startAccounts({ after }, { texts }), tour));
  test('notices, with mail and without', async () => {
    await tourNotices(mailing, tour);
    await tourNotices(await startAccounts({ after }, { texts }), tour);
  });
  test('devices that show notices', async () => {
    const service = scriptedPushService();
    const push = { pushClient: service.pushClient };
    await tourDevices(await startAccounts({ after }, { texts, push }), tour, service);
    const noContact = { pushSender: { ...TEST_SENDER, contact: null } };
    await tourNoDevices(await startAccounts({ after }, { texts, push: noContact }), tour);
  });
  test('profile', () => tourProfile(mailing, tour));
  test('no e-mail address', () => tourWithoutEmail(mailing, tour));
  test('preferences', async () => {
    const rates = createTestRates(['EUR']);
    await tourPreferences(await startAccounts({ after }, { texts, rates }), tour, rates);
  });
  test('second factors', () => tourSecondFactors(people, tour));
  test('signing in with a second factor', () => tourSecondFactor(people, tour));
  test('users', () => tourUsers(people, tour));
  test('one user', () => tourUser(people, tour));
  test('links by mail', () => tourMailedLinks(mailing, tour));
  for (const one of [people, mailing]) {
    test('too many attempts', () => tourTooManyAttempts(one, tour));
  }

  test('every page was seen', () => {
    const paths = PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const unseen = paths.filter((path) => !tour.seen.has(path));
    // These pages lead on, or show what is wrong.
    assert.deepEqual(unseen.toSorted(), ['/live', '/oauth', '/oauth/:id']);
  });

  test('every text was asked for', () => {
    const unread = language.unread();
    assert.deepEqual(
      unread.filter((path) => !UNREAD.some((pattern) => pattern.test(path))),
      [],
    );
  });
});

/** Texts that no tour meets. */
const UNREAD: readonly RegExp[] = [
  // What mails say: see mails.unit.test.ts.
  /^(account|notice|alarm|webhook)Mails\./,
  // What browsers show while no page is open: see push-notices.contract.test.ts.
  /^noticePushes\.(?!test$)/,
  // Apps of OAuth, and apps that no one knows any more: see approvals.pages.test.ts.
  /^approvals\.spender\.(app|gone)$/,
  // Moments, which tests of their own show.
  /^send\.payment\.sending\.title$/,
  /^activityRecord\.sending\./,
  // Only where the address of the service is a number: see plain-pages.pages.test.ts.
  /^security\.passkeys\.notHere$/,
  // Too many pages at the same time: see turns.pages.test.ts.
  /^problems\.tooMuchAtOnce\./,
  // No check of the books for an hour: see operate-overview.pages.test.ts, which has its like.
  /^operateLists\.books\.lateCheck$/,
  // Hundreds of new tokens in a day: see new-access.pages.test.ts.
  /^newAccess\.tooMany\./,
  // Where no passkey was used before: see send-proof.pages.test.ts.
  /^confirm\.usePasskey$/,
  // Where a price is known: see currency.pages.test.ts.
  /^home\.begin\.price$/,
  // A search that takes seconds, a browser without cookies, and a wallet that has stored as much as
  // a day allows: see activity.pages, account-forms.pages and user-limits.unit.
  /^activity\.tooSlow\./,
  /^problems\.noCookie\./,
  /^receive\.refused\.storage_used_up$/,
  // A race, what is asked for too often, and payers who wait too long for their turn.
  /^address\.(lost|noQr)$/,
  /^pay\.(refused\.too_(often|busy)|invoice\.waiting\.noQr)$/,
  // After a payment from outside: see operate-node.pages.test.ts.
  /^node\.steps\.of\.send\.why$/,
  // Where the money is real, and where too many QR codes were drawn.
  /^node\.fund\.(onlyBitcoin|noQr)$/,
  // Bitcoin that waits for long, and what keeps it from leaving: see bitcoin-address.pages.test.ts.
  /^withdrawal\.(unknown|longBroadcast|causes)\./,
  /^send\.chain\.(tooDear|hintToday|nodeAway|instead)$/,
  // How an order for a channel goes on: see buy-channel.pages.test.ts.
  /^node\.orders\.(channel|wallet|asked|payFailed|payRepeated)$/,
  /^actions\.payChannel\.done$/,
  // One of many by kind: another one was shown in its place.
  /^sendRefused\./,
  /^send\.(payment\.failed\.reasons|review\.obstacles)\./,
  /^activityRecord\.causes\./,
  /^budget\.meter\.spent\./,
  /^clients\.problems\.address\./,
  /^deliveries\.(outcome\.(statuses|failures)|states)\./,
  /^node\.orders\.(states|whatNow|troubles)\./,
  /^actions\.(buyChannel\.(wrong|refused)|payChannel\.refused)\./,
  /^node\.alarms\.kinds\./,
  /^alarmAdvice\./,
  // More than a thousand receivers, or ten thousand messages: see operate-rows.pages.test.ts.
  /^operateLists\.deliveries\.(moreThan|firstOnly)$/,
  // A database of many gigabytes: see operate-rows.pages.test.ts.
  /^(overview\.trouble\.|operateLists\.books\.sizes\.)outgrown/,
  // The standbys of the database do not answer: see operate-overview.pages.test.ts.
  /^overview\.trouble\.standbyAway$/,
  // An admin has closed their account since.
  /^actions\.log\.formerAdmin$/,
  // Only open payments are listed.
  /^operateLists\.payments\.states\.(settled|failed)$/,
  /^refusals\./,
  /^signatures\.(findings|details)\./,
  // Faults, limits that are far away, and what needs much of something.
  /^problems\.(tooOften|fault|away)\./,
  /^accountProblems\.(busy|sessionOver)\./,
  /^users\.(list\.looked|inviting\.refusals\.|invitations\.past\.ends\.(used|expired))/,
  /^security\.device\.unknown$/,
  /^(clients\.problems|tokens\.creating|connections\.creating)\.tooMany/,
  /^activity\.(pendingMore|looked|lookFurther|nothing\.noneFound)$/,
  /^webhooks\.(orMore|refusals\.sentTooOften|creators\.deleted_app)$/,
  /^receive\.(refused\.too_many_(open|new)_invoices|paid\.again)$/,
  /^statements\.(behind|firstOnly)$/,
  /^webhooks\.(fields\.problems|health\.offBecause)\./,
];
