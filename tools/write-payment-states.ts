import { PAYMENT_STEPS, type PaymentActor, type PaymentStep } from '../src/ledger/payment-state.ts';

const ACTORS: Readonly<Record<PaymentActor, string>> = {
  caller: 'the call that orders it',
  sender: 'the task that sends it',
  recovery: 'recovery',
  way_back: 'the process that notices that the database went back',
  operator: 'an operator',
};

/** `docs/payment-states.md`: the life of a payment as one table. */
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

const fromOf = ({ from }: PaymentStep): string =>
  from.length === 0 ? 'nothing' : from.map((state) => `\`${state}\``).join(', ');

function movesOf({ moves, mayMove = {} }: PaymentStep): string {
  const sure = Object.entries(moves).map(toText);
  const others = Object.entries(mayMove).map((move) => `(${toText(move)})`);
  const all = [...sure, ...others];
  return all.length === 0 ? 'nothing' : all.join(', ');
}

const toText = ([account, sign]: readonly [string, number]): string =>
  `\`${account}\` ${sign > 0 ? '+' : '−'}`;
