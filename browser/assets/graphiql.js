/* global GraphiQL, React, ReactDOM */
// Relative to the script: a proxy may serve the catalog below a path.
const address = new URL('../api/graphql', document.currentScript.src).pathname;
const field = document.getElementById('token');
const root = ReactDOM.createRoot(document.getElementById('graphiql'));
let token = '';
let uses = 0;

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

/** Sends what the editor sends, with the token of the field unless its own headers name one. */
function fetcher({ query, variables, operationName }, { headers = {} } = {}) {
  const ownToken = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return fetch(address, {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json',
      'content-type': 'application/json',
      ...(token === '' || ownToken ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, operationName }),
    credentials: 'omit',
  }).then((answer) => answer.json());
}

const firstQuery =
  '# Give an access token above. Then run this, or press Ctrl-Space for what else there is.\n\n';

/** A new key makes the editor read the schema again, with the token. */
function render() {
  uses += 1;
  root.render(
    React.createElement(GraphiQL, {
      key: uses,
      fetcher,
      // Without a token the schema cannot be read.
      ...(token === '' && { schema: null }),
      defaultQuery: `${firstQuery}{\n  me {\n    corpUser {\n      urn\n    }\n  }\n}\n`,
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
render();
