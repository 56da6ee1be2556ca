// Lets the browser make or use a passkey, and sends its answer with the form.

const form = document.querySelector('#passkey-request, #passkey-creation');
const problem = document.querySelector('#passkey-problem');
const isCreation = form.id === 'passkey-creation';
const { options, answer } = form.elements;

// This message says that no script runs.
problem.hidden = true;

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const withBytes = (keys) => (keys ?? []).map((key) => ({ ...key, id: toBytes(key.id) }));

const readOptions = () => {
  const { challenge, user, excludeCredentials, allowCredentials, ...rest } = JSON.parse(
    options.value,
  );
  return {
    ...rest,
    challenge: toBytes(challenge),
    ...(isCreation
      ? {
          user: { ...user, id: toBytes(user.id) },
          excludeCredentials: withBytes(excludeCredentials),
        }
      : { allowCredentials: withBytes(allowCredentials) }),
  };
};

const describe = ({ id, type, rawId, response }) => ({
  id,
  type,
  rawId: toText(rawId),
  clientExtensionResults: {},
  response: {
    clientDataJSON: toText(response.clientDataJSON),
    ...(isCreation
      ? {
          attestationObject: toText(response.attestationObject),
          transports: response.getTransports?.() ?? [],
        }
      : {
          authenticatorData: toText(response.authenticatorData),
          signature: toText(response.signature),
        }),
  },
});

const explain = (error) =>
  error.name === 'NotAllowedError'
    ? problem.dataset.notChosen
    : error.name === 'InvalidStateError'
      ? problem.dataset.known
      : problem.dataset.impossible;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.hidden = true;
  try {
    const publicKey = readOptions();
    const credential = isCreation
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey });
    answer.value = JSON.stringify(describe(credential));
    form.submit();
  } catch (error) {
    problem.textContent = explain(error);
    problem.hidden = false;
  }
});
