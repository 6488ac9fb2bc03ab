import t, { type Test } from 'tap';
import { ingestUrl, proposal, valuesUrl } from '../support/aspects.js';
import { type TestCatalogOptions, testCatalog } from '../support/catalog.js';
import { databaseWithLocale, serverVersion } from '../support/database.js';

const server = process.env.TEST_DATABASE_URL;

/** Databases in which `lower` does not do what readers expect. ICU is a locale of databases from PostgreSQL 15 on. */
const locales: readonly (readonly [name: string, open: TestCatalogOptions['open']])[] = server
  ? [
      ['C', (t: Test) => databaseWithLocale(t, server, "LOCALE 'C'")],
      ...((await serverVersion(server)) < 15
        ? []
        : ([
            [
              'Turkish',
              (t: Test) => databaseWithLocale(t, server, "LOCALE_PROVIDER icu ICU_LOCALE 'tr' LOCALE 'C'"),
            ],
          ] as const)),
    ]
  : [['embedded', undefined]];

/** Texts that differ by case only. */
const pairs = [
  ['ÉCOLE', 'école'],
  ['invoice', 'INVOICE'],
  ['СЧЁТ', 'счёт'],
  ['τιμή', 'ΤΙΜΉ'],
  ['Größe', 'GRÖẞE'],
] as const;

for (const [locale, open] of locales)
  t.test(`letters have one case in a database with the locale ${locale}`, async (t) => {
    const catalog = await testCatalog(t, open ? { open } : {});
    const admin = await catalog.user('admin', [
      'EDIT_ENTITY',
      'MANAGE_TAGS',
      'MANAGE_POLICIES',
      'MANAGE_USERS_AND_GROUPS',
      'MANAGE_ACCESS_TOKENS',
    ]);
    // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
    const graphql = async (query: string, variables: Record<string, unknown> = {}): Promise<any> => {
      const { body } = await admin.graphql(query, variables);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data;
    };
    for (const [stored, asked] of pairs) {
      const urn = `urn:li:dataset:(urn:li:dataPlatform:file,${stored},PROD)`;
      const write = async (aspect: string, value: object) =>
        t.match(
          await admin.post(ingestUrl, { proposal: proposal(urn, aspect, value) }),
          { status: 200 },
          aspect,
        );
      const [name, qualifiedName] = [`x${stored} y`, `p.${stored}.q`];
      await write('datasetProperties', { name, qualifiedName, description: `say ${stored}` });
      await write('schemaMetadata', {
        schemaName: 's',
        platform: 'urn:li:dataPlatform:file',
        version: 0,
        hash: '',
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
        fields: [
          {
            fieldPath: `c_${stored}`,
            nativeDataType: 'text',
            type: { type: { 'com.linkedin.schema.StringType': {} } },
          },
        ],
      });
      const search = async (input: object) => {
        const { search } = await graphql(
          `query ($input: SearchInput!) { search(input: $input) {
             searchResults { entity { urn } matchedFields { name value } } } }`,
          { input: { type: 'DATASET', ...input } },
        );
        return search.searchResults;
      };
      const filtered = (field: string, condition: string, value: string) => ({
        query: '*',
        orFilters: [{ and: [{ field, condition, values: [value] }] }],
      });
      for (const [what, input] of Object.entries({
        word: { query: asked },
        'beginning of a word': { query: `${asked.slice(0, 4)}*` },
        pattern: { query: `/q name:*x${asked}*` },
        'CONTAIN of a name': filtered('name', 'CONTAIN', asked),
        'START_WITH of a name': filtered('name', 'START_WITH', `X${asked}`),
        'END_WITH of a name': filtered('qualifiedName', 'END_WITH', `${asked}.Q`),
        'CONTAIN of a description': filtered('description', 'CONTAIN', `SAY ${asked}`),
        'CONTAIN of a column': filtered('fieldPaths', 'CONTAIN', `C_${asked}`),
        'IEQUAL of a name': filtered('name', 'IEQUAL', `X${asked} Y`),
        'CONTAIN of a URN': filtered('urn', 'CONTAIN', asked),
      }))
        t.match(await search(input), [{ entity: { urn } }], `${what}: ${asked}`);
      const [{ matchedFields }] = await search({ query: asked });
      t.ok(
        matchedFields.some((field: { value: string }) => field.value.includes(stored)),
        `the reason: ${asked}`,
      );
      const { autoComplete } = await graphql(
        `{ autoComplete(input: {type: DATASET, field: "qualifiedName", query: "P.${asked}"}) { suggestions } }`,
      );
      t.strictSame(autoComplete.suggestions, [qualifiedName], `completion: ${asked}`);

      await graphql(
        `mutation ($id: String!, $name: String!) {
           createTag(input: {id: $id, name: $name})
           createUser(input: {id: $id, displayName: $name})
           createGroup(input: {id: $id, name: $name})
           createPolicy(input: {type: METADATA, name: $name, state: ACTIVE, description: "", privileges: [],
                                actors: {allUsers: false, allGroups: false, resourceOwners: false}}) }`,
        { id: `i.${stored}`, name: `n ${stored}` },
      );
      const token = `createAccessToken(input: {type: PERSONAL, duration: ONE_HOUR, name: $name, actorUrn: $actor})`;
      await graphql(`mutation ($name: String!, $actor: String!) { ${token} { accessToken } }`, {
        name: `n ${stored}`,
        actor: `urn:li:corpuser:i.${stored}`,
      });
      for (const query of [`I.${asked}`, `N ${asked}`]) {
        const found = await graphql(
          `query ($query: String!) {
             listTags(input: {query: $query}) { total }
             listUsers(input: {query: $query}) { total }
             listGroups(input: {query: $query}) { total } }`,
          { query },
        );
        const one = { total: 1 };
        t.strictSame(found, { listTags: one, listUsers: one, listGroups: one }, query);
      }
      const policies = await graphql(`query ($q: String) { listPolicies(input: {query: $q}) { total } }`, {
        q: `N ${asked}`,
      });
      t.equal(policies.listPolicies.total, 1, `policies: ${asked}`);
      for (const [field, value] of [
        ['name', `N ${asked}`],
        ['actorUrn', `I.${asked}`],
      ]) {
        const tokens = await graphql(
          `query ($f: [FacetFilterInput!]) { listAccessTokens(input: {filters: $f}) { total } }`,
          { f: [{ field, condition: 'CONTAIN', values: [value] }] },
        );
        t.equal(tokens.listAccessTokens.total, 1, `tokens by ${field}: ${asked}`);
      }
      const event = { timestampMillis: 1_700_000_000_000, operationType: stored };
      t.match(await admin.post(ingestUrl, { proposal: proposal(urn, 'operation', event) }), { status: 200 });
      const events = await admin.post(valuesUrl, {
        ...{ urn, entity: 'dataset', aspect: 'operation', limit: 10 },
        filter: { or: [{ and: [{ field: 'operationType', condition: 'IEQUAL', value: asked }] }] },
      });
      t.equal(events.body.value?.values?.length, 1, `events: ${asked}`);
    }

    for (const name of ['ébène', 'ÉCRAN', 'Étage', 'Éveil'])
      await admin.post(ingestUrl, {
        proposal: proposal(`urn:li:chart:(tool,${name})`, 'chartInfo', {
          title: name,
          description: '',
          lastModified: {
            created: { time: 0, actor: 'urn:li:corpuser:a' },
            lastModified: { time: 0, actor: 'urn:li:corpuser:a' },
          },
        }),
      });
    const { searchAcrossEntities } = await graphql(
      `{ searchAcrossEntities(input: {types: [CHART], query: "*",
           sortInput: {sortCriteria: [{field: "name", sortOrder: ASCENDING}]}}) { searchResults { entity { urn } } } }`,
    );
    t.strictSame(
      searchAcrossEntities.searchResults.map(({ entity }: { entity: { urn: string } }) => entity.urn),
      ['ébène', 'ÉCRAN', 'Étage', 'Éveil'].map((name) => `urn:li:chart:(tool,${name})`),
      'the order by name',
    );
  });
