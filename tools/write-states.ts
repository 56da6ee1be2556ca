import { PAYMENT_STEPS, type PaymentActor } from '../src/ledger/payment-state.ts';
import { WITHDRAWAL_STEPS } from '../src/onchain/withdrawal-state.ts';

const ACTORS: Readonly<Record<PaymentActor, string>> = {
  caller: 'the call that orders it',
  sender: 'the task that sends it',
  recovery: 'recovery',
  way_back: 'the process that notices that the database went back',
  operator: 'an operator',
};

/** Renders `docs/payment-states.md`: all steps of a payment in one table. */
export function renderPaymentStates(): string {
  const rows = PAYMENT_STEPS.map(
    (step) =>
      `| ${step.name} | ${fromOf(step)} | \`${step.to}\` | ` +
      `${step.by.map((actor) => ACTORS[actor]).join(', ')} | ${step.proof} | ${movesOf(step)} |`,
  );
  return `# States of a payment

Written by "npm run generate" from \`src/ledger/payment-state.ts\`. The database and the money model
are held to this table by \`test/payments/payment-states.contract.test.ts\`.
[ledger.md](ledger.md) shows the transfers with figures, and [ARCHITECTURE.md](ARCHITECTURE.md)
tells the same as a story.

| Step | From | To | Who | What it rests on | In the books |
|---|---|---|---|---|---|
${rows.join('\n')}

An account in brackets moves only where the amounts ask for it. \`settled\` and \`failed\` never
change.
`;
}

/** Renders `docs/withdrawal-states.md`: all steps of a withdrawal in one table. */
export function renderWithdrawalStates(): string {
  const rows = WITHDRAWAL_STEPS.map(
    (step) =>
      `| ${step.name} | ${fromOf(step)} | \`${step.to}\` | ${step.proof} | ${movesOf(step)} |`,
  );
  return `# States of a withdrawal

Bitcoin that a user sends to an address. Written by "npm run generate" from
\`src/onchain/withdrawal-state.ts\`. The database is held to this table by
\`test/onchain/withdrawal-store.contract.test.ts\`. [ledger.md](ledger.md) shows the transfers with
figures.

| Step | From | To | What it rests on | In the books |
|---|---|---|---|---|
${rows.join('\n')}

From \`signed\` on there is one transaction, which never changes. \`settled\` and \`failed\` never
change.
`;
}

const fromOf = ({ from }: { readonly from: readonly string[] }): string =>
  from.length === 0 ? 'nothing' : from.map((state) => `\`${state}\``).join(', ');

interface Moves {
  readonly moves: Readonly<Record<string, number | undefined>>;
  readonly mayMove?: Readonly<Record<string, number | undefined>>;
}

function movesOf({ moves, mayMove = {} }: Moves): string {
  const sure = Object.entries(moves).map(toText);
  const others = Object.entries(mayMove).map((move) => `(${toText(move)})`);
  const all = [...sure, ...others];
  return all.length === 0 ? 'nothing' : all.join(', ');
}

const toText = ([account, sign = 0]: readonly [string, number | undefined]): string =>
  `\`${account}\` ${sign > 0 ? '+' : '−'}`;
