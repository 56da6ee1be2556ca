import type { Checker } from './checker.ts';

/** An address name belongs to its first owner, and no one has two at a time. */
export const namesStay: Checker = ({ books, model }) => {
  const { lastOwners } = model;
  const faults = books.addressNames
    .filter(({ name, userId }) => (lastOwners.get(name) ?? userId) !== userId)
    .map(({ name }) => `the name ${name} has another owner`);
  for (const { name, userId } of books.addressNames) lastOwners.set(name, userId);
  const current = books.addressNames.filter(({ isCurrent }) => isCurrent);
  const names = [...Map.groupBy(current, ({ userId }) => userId)];
  return [
    ...faults,
    ...names
      .filter(([, { length }]) => length > 1)
      .map(([userId, { length }]) => `${userId} has ${length} names`),
    ...[...lastOwners.keys()]
      .filter((name) => !books.addressNames.some((held) => held.name === name))
      .map((name) => `the name ${name} is no one's any more`),
    ...model.asked
      .filter(({ name, userId }) => (lastOwners.get(name) ?? userId) !== userId)
      .map(({ name }) => `someone else was paid by the name ${name}`),
  ];
};
