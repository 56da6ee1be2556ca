/** What mails about webhook endpoints say, in English. Other languages have the same type. */
export const en = {
  failing: {
    subject: (site: string) => `Webhooks from ${site} do not arrive`,
    text:
      'Several attempts in a row to notify your webhook endpoint about payments have failed. ' +
      'They are repeated for more than a day, and nothing is lost so far.',
  },
  stillFailing: {
    subject: (site: string) => `Webhooks from ${site} have not arrived for a day`,
    text:
      'For a day, no attempt to notify your webhook endpoint about payments has succeeded. If ' +
      'this continues for days, nothing more will be sent to it.',
  },
  disabled: {
    subject: (site: string) => `Webhooks from ${site} were switched off`,
    text:
      'Your webhook endpoint failed for too long, or it said that it wants no more messages. ' +
      'Nothing more is sent to it. Switch it on again when it works. You can then have the ' +
      'messages that it missed sent again.',
  },
  endpoint: (url: string) => `Endpoint: ${url}`,
  failingSince: (time: string) => `Failing since: ${time}`,
  log: 'See here what was sent and what was answered:',
};
