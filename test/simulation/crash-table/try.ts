import { lightningPayment } from './lightning.ts';
import { describeWrong, FATES, playRows, renderTable, type Fate, type Row } from './table.ts';
Error.stackTraceLimit = 0;
const [,, kind, fate='', only] = process.argv;
const movement = lightningPayment({ isNodeShared: kind === 'shared', fault: null, isJournalBlind: false });
const t = performance.now();
const rows: Row[] = [];
for (const answer of movement.answers) {
  if (only && only !== answer) continue;
  rows.push(...await playRows(movement, answer, fate === '' ? Object.keys(FATES) as Fate[] : [fate as Fate]));
  const wrong = rows.filter((r) => r.answer === answer).flatMap((r) => r.wrong);
  for (const w of wrong.slice(0, 10)) console.log(describeWrong(w));
  if (wrong.length > 10) console.log('...', wrong.length);
}
console.log(renderTable(rows, 'answer').join('\n'));
console.log(renderTable(rows, 'fate').join('\n'));
console.log(((performance.now() - t) / 1000).toFixed(1), 's');
