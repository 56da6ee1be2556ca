/** What mails to admins say. `site` is the host name of the pages. */
export const en = {
  alarms: {
    subject: (site: string, count: number) =>
      count === 1 ? `An alarm at ${site}` : `${count} alarms at ${site}`,
    lead: (site: string) => `The service at ${site} needs the attention of an operator.`,
    alarm: (name: string, count: number) =>
      count === 1 ? `Alarm: ${name}.` : `Alarm: ${name} (${count} of this kind).`,
    advice: (advice: string) => `What to do: ${advice}`,
    more: (count: number) =>
      count === 1 ? 'There is one more alarm.' : `There are ${count} more alarms.`,
    open:
      'Details are on this page. An alarm that you acknowledge there is mailed again only ' +
      'if it is raised again:',
  },
};
