/** What went wrong while someone signed in or changed an account, as a page of its own. */
export const accountProblems = {
  tooMany: {
    title: 'Too many attempts',
    message: (retryAfterSec: number) =>
      `You can try again in ${duration(retryAfterSec)}. This limit keeps strangers from guessing.`,
  },
  busy: {
    title: 'One moment, please',
    message: 'Many people are signing in right now. Go back and try again in a few seconds.',
  },
  linkOver: {
    title: 'This link no longer works',
    message: 'It was already used, or it is too old. Ask for a new one where you got this one.',
  },
  sessionOver: {
    title: 'You were signed out',
    message: 'Your session ended while you were here. Sign in again and repeat your last step.',
  },
  signUpClosed: {
    title: 'New accounts need an invitation',
    message:
      'Ask the operator of this site for an invitation. It is a link to a page where you create ' +
      'your account.',
  },
};

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
