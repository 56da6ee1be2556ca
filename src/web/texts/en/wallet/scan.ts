/** Reading a code with the camera or from a picture. All but `needsScript` is shown by a script. */
export const scan = {
  open: 'Scan',
  title: 'Scan a code',
  lead: 'Nothing is sent before you have seen and confirmed it.',
  scanner: 'Scanner',
  start: 'Use the camera',
  torch: 'Light',
  picture: 'Choose a picture',
  paste: 'Paste instead',
  again: 'Scan again',
  needsScript:
    'Scanning needs JavaScript, and it does not run in this browser. Paste the text instead.',
  ask:
    'Your browser will ask you whether this site may use the camera. What it sees stays on this ' +
    'device.',
  look: 'Point the camera at the QR code, so that all of it is in the picture.',
  reading: 'Looking for a code in the picture …',
  found: 'The code was read. Continue to see what it asks for.',
  refused:
    'This site may not use the camera. Allow it in the settings of your browser, or choose a ' +
    'picture of the code.',
  noCamera: 'No camera was found. Choose a picture of the code, or paste the text.',
  busy:
    'The camera does not start. Another app may be using it. Close that app and try again, or ' +
    'choose a picture of the code.',
  insecure:
    'Browsers lend their camera only to sites with a secure connection (https). Choose a ' +
    'picture of the code, or paste the text.',
  nothingFound:
    'No QR code was found in this picture. Try one in which the code is larger and sharp.',
  noPicture: 'This file is not a picture that your browser can open.',
  away: 'A part of this page could not be loaded. Reload the page, or paste the text.',
};
