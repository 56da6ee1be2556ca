/** Users that a first start with play money creates. No one receives mail at their addresses. */
export const DEMO_USERS = [
  { email: 'lin@example.com', name: 'Lin' },
  { email: 'sam@example.com', name: 'Sam' },
] as const;
