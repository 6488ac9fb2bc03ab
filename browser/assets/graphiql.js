/* global GraphiQL, React, ReactDOM */
// Relative to the script: a proxy may serve the catalog below a path.
const address = new URL('../api/graphql', document.currentScript.src).pathname;
const field = document.getElementById('token');
const root = ReactDOM.createRoot(document.getElementById('graphiql'));
let token = '';
let uses = 0;
/** Who is signed in to the console. The cookie of the session cannot be seen here; null: nobody is. */
let signedIn = null;

/** What is typed can hold secrets: GraphiQL keeps it here, until the page is left, and not in the browser's storage. */
const kept = new Map();
const storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  clear: () => kept.clear(),
  get length() {
    return kept.size;
  },
};
// Earlier versions of this page kept it there.
for (const key of Object.keys(localStorage)) if (key.startsWith('graphiql:')) localStorage.removeItem(key);

/**
 * Sends what the editor sends: with the token of its own headers, or that of the field, or the session of the console.
 */
function fetcher({ query, variables, operationName }, { headers = {} } = {}) {
  const ownToken = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const usesSession = signedIn !== null && token === '' && !ownToken;
  return fetch(address, {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json',
      'content-type': 'application/json',
      ...(token === '' || ownToken ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, operationName }),
    credentials: usesSession ? 'same-origin' : 'omit',
  }).then((answer) => answer.json());
}

/** Asks who is signed in, if the console says that someone may be. */
async function findSession() {
  if (localStorage.getItem('catalog-session') === null) return;
  signedIn = '';
  const answer = await fetcher({ query: '{ me { corpUser { urn } } }' }).catch(() => null);
  signedIn = answer?.data?.me?.corpUser.urn ?? null;
  if (signedIn !== null)
    document.getElementById('note').textContent =
      `You are signed in to the console as ${signedIn}. A token that you enter here is used instead.`;
}

/** A new key makes the editor read the schema again, with the token. */
function render() {
  uses += 1;
  const isKnown = token !== '' || signedIn !== null;
  const advice = isKnown
    ? 'Run this,'
    : 'Give an access token above, or sign in to the console. Then run this,';
  root.render(
    React.createElement(GraphiQL, {
      key: uses,
      fetcher,
      // The schema is read with credentials.
      ...(!isKnown && { schema: null }),
      defaultQuery: `# ${advice} or press Ctrl-Space for what else there is.\n\n{\n  me {\n    corpUser {\n      urn\n    }\n  }\n}\n`,
      storage,
      isHeadersEditorEnabled: true,
      shouldPersistHeaders: false,
      showPersistHeadersSettings: false,
    }),
  );
}

document.getElementById('access').addEventListener('submit', (event) => {
  event.preventDefault();
  token = field.value.trim();
  render();
});
findSession().then(render);
