/** What went wrong, and what to do now. */
export const problems = {
  error: (status: number) => `Error ${status}`,
  toStart: 'Go to the start page',
  notFound: {
    title: 'There is nothing here',
    message: 'The address may have a typing mistake, or the page no longer exists.',
  },
  method: {
    title: 'This does not work here',
    message: 'The page exists, but not for this kind of request.',
  },
  staleForm: {
    title: 'This form is no longer valid',
    message:
      'You may have signed in or out since you opened it, or another site sent it. ' +
      'Nothing was changed. Go back, reload the page and try again.',
  },
  tooOften: {
    title: 'Too many requests',
    message: 'There were too many requests from your network. Wait a moment and try again.',
  },
  fault: {
    title: 'Something went wrong on our side',
    message: 'You did nothing wrong. Please try again in a moment.',
  },
  nodeAway: {
    title: 'The Lightning network cannot be reached right now',
    message:
      'This service has no connection to the Lightning network at the moment. Nothing was lost. ' +
      'Try again in a moment.',
  },
  again: 'Try again',
  away: {
    title: 'Your wallet cannot be reached right now',
    message:
      'Please try again in a minute. If you were sending money, look at your activity first: it ' +
      'may have been sent.',
  },
  tooLarge: {
    title: 'This is too much at once',
    message: 'The browser sent more than our forms take. Go back and try again with less.',
  },
  doneBefore:
    'Nothing was done. You may have sent this form before, or something changed in the meantime. ' +
    'A secret is shown only once.',
  unusable: {
    title: 'This request cannot be used',
    message: 'The browser sent something that our forms do not send. Go back and try again.',
  },
};
