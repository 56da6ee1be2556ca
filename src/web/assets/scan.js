// Reads a QR code with the camera or from a picture. Pictures never leave the browser.

const told = document.querySelector('#scan-told');
const scanner = document.querySelector('#scanner');
const video = scanner.querySelector('video');
const file = scanner.querySelector('input[type="file"]');
const start = scanner.querySelector('#scan-start');
const torch = scanner.querySelector('#scan-torch');
const form = document.querySelector('#scanned');

const LOOK_MS = 120;
/** Our reader looks less often beside another one: both use the same processor. */
const LOOK_BESIDE_MS = 2 * LOOK_MS;
/** The reader of the browser may find nothing, or never answer. Ours begins after this time. */
const OWN_READER_MS = 800;
/** Longer sides in pixels: what is far away needs many, what is blurred is found with few. */
const OF_CAMERA = [1280];
const OF_PICTURE = [1024, 2048, 512];
/** A person waits for a picture, the camera gives the next one at once. */
const PATIENT = { timeLimit: 1000, effort: 3 };

const LOOKS = { found: 'done', ask: '', look: '', reading: '' };

function tell(what) {
  told.textContent = told.dataset[what];
  told.className = `notice ${LOOKS[what] ?? 'warn'}`;
}

/** The browser's own reader; null where it has none or cannot use it, and ours reads instead. */
let ownReader = null;
/** May never end. */
const hasLooked = findOwnReader().then((reader) => {
  ownReader = reader;
});
const findReader = async () => (await import(scanner.dataset.reader)).default;

async function findOwnReader() {
  try {
    const formats = await globalThis.BarcodeDetector.getSupportedFormats();
    return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const canvas = document.createElement('canvas');
const context = canvas.getContext('2d', { willReadFrequently: true });

function draw(source, width, height, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  // What shows through would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function readWithOwn(source) {
  try {
    await hasLooked;
    const codes = (await ownReader?.detect(source)) ?? [];
    return codes.find(({ rawValue }) => rawValue)?.rawValue ?? null;
  } catch {
    // Some phones say that they have one, and lack what it is made of.
    ownReader = null;
    return null;
  }
}

async function readWithOurs(source, width, height, sizes, options) {
  const decode = await findReader();
  for (const longest of sizes) {
    try {
      return decode(draw(source, width, height, longest), options) || null;
    } catch {
      // There is no code at this size.
    }
  }
  return null;
}

/** Null while the camera is off. */
let stream = null;
let isStarting = false;
/** Someone may choose a picture while the browser still asks for the camera. */
let isWanted = false;
/** Its user has switched the camera on, and sees something else now. */
let isResting = false;
/** It has worked on this page, so that it is not asked for anew. */
let hasWorked = false;

async function startCamera() {
  isWanted = true;
  if (stream !== null || isStarting) return;
  isStarting = true;
  isResting = false;
  try {
    await openCamera();
  } catch (error) {
    giveUp(error);
  } finally {
    isStarting = false;
  }
  if (stream !== null) watch(stream);
}

async function openCamera() {
  const wish = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wish });
  if (!isWanted) return stopCamera();
  if (document.hidden) return rest();
  const [track] = stream.getVideoTracks();
  track.addEventListener('ended', () => giveUp({ name: 'AbortError' }));
  video.srcObject = stream;
  video.hidden = false;
  // Who pressed the button is not left nowhere.
  if (document.activeElement === start) scanner.focus();
  start.hidden = true;
  await video.play();
  hasWorked = true;
  torch.hidden = track.getCapabilities?.().torch !== true;
  torch.setAttribute('aria-pressed', 'false');
  tell('look');
}

function giveUp(error) {
  // Switched off meanwhile, which interrupts what was begun.
  if (!isWanted) return;
  stopCamera();
  tell(explain(error));
}

const explain = ({ name }) => {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return name === 'TypeError' ? 'away' : 'noCamera';
};

/** Both readers look by themselves, so that neither waits for the other. */
function watch(watched) {
  watchWithOwn(watched);
  watchWithOurs(watched).catch((error) => {
    // The reader of the browser may still find the code where ours cannot be loaded.
    if (ownReader === null && stream === watched) giveUp(error);
  });
}

async function watchWithOwn(watched) {
  await hasLooked;
  while (ownReader !== null && stream === watched) {
    if (hasPicture()) take(watched, await readWithOwn(video));
    await pause(LOOK_MS);
  }
}

async function watchWithOurs(watched) {
  const timeout = pause(OWN_READER_MS);
  await Promise.race([hasLooked, timeout]);
  if (ownReader !== null) await timeout;
  while (stream === watched) {
    const { videoWidth, videoHeight } = video;
    if (hasPicture()) take(watched, await readWithOurs(video, videoWidth, videoHeight, OF_CAMERA));
    await pause(ownReader === null ? LOOK_MS : LOOK_BESIDE_MS);
  }
}

const hasPicture = () => video.videoWidth > 0;

/** Only the first of two readers: `found` switches the camera off. */
function take(watched, text) {
  if (text !== null && stream === watched) found(text);
}

function stopCamera() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  isWanted = false;
  video.srcObject = null;
  video.hidden = true;
  torch.hidden = true;
  start.hidden = !navigator.mediaDevices?.getUserMedia;
}

/** Nobody is filmed who does not see it. */
function rest() {
  if (stream === null) return;
  stopCamera();
  isResting = true;
}

async function switchTorch() {
  const isOn = torch.getAttribute('aria-pressed') !== 'true';
  try {
    await stream?.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: isOn }] });
    torch.setAttribute('aria-pressed', String(isOn));
  } catch {
    torch.hidden = true;
  }
}

async function readPicture() {
  const [chosen] = file.files;
  if (chosen === undefined) return;
  stopCamera();
  isResting = false;
  tell('reading');
  const picture = await createImageBitmap(chosen).catch(() => null);
  // The same one may be chosen again.
  file.value = '';
  if (picture === null) return tell('noPicture');
  try {
    const { width, height } = picture;
    const text =
      (await Promise.race([readWithOwn(picture), pause(OWN_READER_MS)])) ??
      (await readWithOurs(picture, width, height, OF_PICTURE, PATIENT));
    if (text === null) tell('nothingFound');
    else found(text);
  } catch {
    tell('away');
  } finally {
    picture.close();
  }
}

/** Sends it to the review: nothing is paid before its reader has seen what it asks for. */
function found(text) {
  stopCamera();
  scanner.hidden = true;
  form.hidden = false;
  form.elements.to.value = text;
  tell('found');
  form.requestSubmit();
}

function again() {
  form.hidden = true;
  form.elements.to.value = '';
  scanner.hidden = false;
  scanner.focus();
  tell(hasWorked ? 'look' : start.hidden ? missing() : 'ask');
  if (hasWorked) startCamera();
}

const missing = () => (globalThis.isSecureContext ? 'noCamera' : 'insecure');

scanner.hidden = false;
start.addEventListener('click', startCamera);
torch.addEventListener('click', switchTorch);
file.addEventListener('change', readPicture);
scanner.querySelector('#scan-picture').addEventListener('click', () => file.click());
form.querySelector('#scan-again').addEventListener('click', again);
addEventListener('pagehide', rest);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) rest();
  else if (isResting) startCamera();
});

if (!navigator.mediaDevices?.getUserMedia) {
  start.hidden = true;
  tell(missing());
} else {
  tell('ask');
  // Whoever opens this page wants to scan: the press that led here is enough.
  startCamera();
}
