import t from 'tap';
import { fieldNames } from '../../src/search/fields.js';
import { parseQuery } from '../../src/search/query-text.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { field } from '../support/metadata.js';
import { schemaWith } from '../support/schemas.js';
import { matches } from '../support/search.js';

const { db, put } = await aspectCatalog(t, {}, ['MANAGE_USERS_AND_GROUPS']);

const dataset = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const [full, bare, spaced] = [dataset('sales.full'), dataset('bare'), dataset('Sales 2024 %28draft%29')];
const gone = dataset('gone');
const [gold, blank, starred] = ['urn:li:tag:Gold', 'urn:li:tag:Very Secret', 'urn:li:tag:5* and 6*'];
const encodedTag = 'urn:li:tag:by key%2C %28blank%29';
const slashedTag = 'urn:li:tag:a%2fB';
const quotedTag = 'urn:li:tag:say "hi" OR go';
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,daily%2Fload %28eu%29,PROD),caf%C3%A9 step%00)';
const [box, domain, term, node] = [
  'container:box',
  'domain:sales',
  'glossaryTerm:email',
  'glossaryNode:pii',
].map((rest) => `urn:li:${rest}`) as [string, string, string, string];
const instance = 'urn:li:dataPlatformInstance:(urn:li:dataPlatform:hive,one)';
const termed = { terms: [{ urn: term }], auditStamp: { time: 1, actor: 'urn:li:corpuser:ann' } };
const tagged = (...urns: string[]) => ({ tags: urns.map((tag) => ({ tag })) });

await put(
  // The other tags are no entities.
  proposal(gold, 'tagProperties', { name: 'Gold Tier' }),
  proposal(full, 'datasetProperties', {
    name: 'Full Orders',
    qualifiedName: 'db.full',
    description: 'All of them',
    externalUrl: 'https://x/y',
    customProperties: { team: 'sales' },
    created: { time: 5 },
    lastModified: { time: 6 },
  }),
  proposal(full, 'editableDatasetProperties', { name: 'Edited', description: 'by people' }),
  proposal(full, 'globalTags', tagged(gold, blank, starred, encodedTag, slashedTag, quotedTag)),
  proposal(full, 'glossaryTerms', termed),
  proposal(full, 'ownership', { owners: [{ owner: 'urn:li:corpuser:ann', type: 'DATAOWNER' }] }),
  proposal(full, 'domains', { domains: [domain] }),
  proposal(full, 'container', { container: box }),
  proposal(full, 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:hive', instance }),
  proposal(full, 'subTypes', { typeNames: ['Materialized View'] }),
  proposal(full, 'platformResourceInfo', {
    ...{ resourceType: 'GlueTag', primaryKey: 'pii/1', secondaryKeys: ['urn:li:tag:a (b)', 'share.x'] },
  }),
  proposal(full, 'browsePaths', { paths: ['/prod/hive/x'] }),
  proposal(full, 'browsePathsV2', { path: [{ id: box, urn: box }, { id: 'a b' }] }),
  proposal(full, 'deprecation', { deprecated: true, note: '', actor: 'urn:li:corpuser:ann' }),
  proposal(full, 'siblings', { siblings: [bare], primary: true }),
  proposal(full, 'upstreamLineage', {
    upstreams: [{ dataset: bare, type: 'COPY', auditStamp: { time: 0, actor: 'urn:li:corpuser:ann' } }],
  }),
  proposal(full, 'schemaMetadata', {
    ...schemaWith(),
    fields: [
      field('customer_id', {
        description: 'who buys',
        label: 'Buyer',
        globalTags: tagged(blank),
        glossaryTerms: termed,
      }),
    ],
  }),
  proposal(full, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: [
      {
        fieldPath: 'customer_id',
        description: 'edited text',
        globalTags: tagged(gold),
        glossaryTerms: termed,
      },
    ],
  }),
  proposal(term, 'glossaryTermInfo', {
    name: 'Email',
    definition: 'd',
    termSource: 'INTERNAL',
    parentNode: node,
  }),
  proposal(domain, 'domainProperties', { name: 'Sales', parentDomain: 'urn:li:domain:company' }),
  proposal('urn:li:corpuser:ann', 'corpUserInfo', {
    active: true,
    displayName: 'Ann',
    fullName: 'Ann Example',
    title: 'Data Engineer',
    email: 'ann@example.org',
  }),
  proposal(gone, 'status', { removed: true }),
  proposal(bare, 'status', { removed: false }),
  proposal(spaced, 'status', { removed: false }),
  proposal(job, 'status', { removed: false }),
);

const all = (await matches(db, { includeSoftDeleted: true })).sort();
const found = async (query: string) => (await matches(db, { query, includeSoftDeleted: true })).sort();
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
const escaped = (value: string) => value.replace(/[^A-Za-z0-9]/g, '\\$&');

/** A value of each field that some entity has. */
const examples: Record<string, readonly string[]> = {
  urn: [full, job],
  _entityType: ['DATASET', 'dataset', 'dataJob', 'DATA_JOB'],
  type: ['TAG'],
  removed: ['true', 'false'],
  id: ['sales.full'],
  name: ['Full Orders', 'orders'],
  _entityName: ['Full Orders', 'Edited'],
  displayName: ['Edited'],
  editedName: ['Edited'],
  qualifiedName: ['db.full'],
  description: ['All of them', 'people'],
  editedDescription: ['by people'],
  customProperties: ['team=sales'],
  externalUrl: ['https://x/y'],
  created: ['5'],
  createdAt: ['5'],
  lastModifiedAt: ['6'],
  platform: ['urn:li:dataPlatform:hive', 'hive', 'HIVE'],
  platformInstance: [instance],
  origin: ['PROD', 'prod'],
  env: ['PROD'],
  container: [box, 'box'],
  browsePathV2: [box, 'a b'],
  browsePaths: ['/prod/hive/x'],
  typeNames: ['Materialized View'],
  resourceType: ['GlueTag'],
  primaryKey: ['pii/1'],
  secondaryKeys: ['urn:li:tag:a (b)', 'share.x'],
  deprecated: ['true'],
  owners: ['urn:li:corpuser:ann', 'ann'],
  domains: [domain, 'sales'],
  parentDomain: ['urn:li:domain:company', 'company'],
  parentNode: [node, 'pii'],
  glossaryTerms: [term, 'email'],
  fieldGlossaryTerms: [term, 'email'],
  editedFieldGlossaryTerms: [term, 'email'],
  siblings: [bare],
  upstreams: [bare],
  tags: [
    gold,
    'Gold',
    'gold',
    'Gold Tier',
    blank,
    'Very Secret',
    starred,
    encodedTag,
    'by key, (blank)',
    'urn:li:tag:by key, (blank)',
    'by key%2c %28blank%29',
    'BY KEY%2C %28BLANK%29',
    'urn:li:tag:by key%2c %28blank%29',
    'a%2FB',
    ' Gold ',
    quotedTag,
  ],
  entityTags: [gold, 'Gold', 'Gold Tier', blank, 'Very Secret', encodedTag],
  fieldTags: [blank, 'Very Secret', gold],
  editedFieldTags: [gold, 'Gold Tier'],
  fieldPaths: ['customer_id'],
  fieldLabels: ['Buyer'],
  fieldDescriptions: ['who buys', 'edited text'],
  editedFieldDescriptions: ['edited text'],
  hasTags: ['true', 'false'],
  hasOwners: ['true'],
  hasDescription: ['true'],
  hasContainer: ['true'],
  hasDomain: ['true'],
  hasGlossaryTerms: ['true'],
  username: ['ann'],
  ldap: ['ann'],
  fullName: ['Ann Example'],
  title: ['Data Engineer'],
  email: ['ann@example.org'],
};
/** What typed fields take, with values that they can have and others. */
const typed = {
  'true or false': {
    fields: fieldNames.filter((name) => /^(has[A-Z]|(active|deprecated|removed)$)/.test(name)),
    possible: ['true', 'FALSE', '"True"', 't*', '*als*', '*'],
    impossible: ['yes', '1', '0', 'tru', 'y*', '*x*', 'true false', 'true '],
  },
  'a number of milliseconds since 1970': {
    fields: ['created', 'createdAt', 'lastModifiedAt'],
    possible: ['5', '"1700000000000"', '\\-5', '0.5', '17*', '*.5', '*'],
    impossible: ['yesterday', '2024-01-01', '1e', '1.2.3', 'true', '5 ', 'x*', '>5', '-'],
  },
  'a value of EntityType, such as DATASET': {
    fields: ['_entityType', 'type'],
    possible: ['dataset', '"DATASET"', 'dataJob', 'data_job', 'DATA*', 'OTHER', '*'],
    impossible: ['DATSET', 'datasets', 'data set', 'x*y', 'true'],
  },
};

const isTyped = new Set(Object.values(typed).flatMap(({ fields }) => fields));
/** No aspect that is written here fills these. */
const without = new Set(['source', 'status', 'active']);

t.test('a value means the same in quotes, escaped and in parentheses, its negation the rest', async (t) => {
  t.strictSame(
    fieldNames.filter((name) => !without.has(name) && !Object.hasOwn(examples, name)),
    [],
  );
  for (const [name, values] of Object.entries(examples)) {
    for (const value of values) {
      const expected = await found(`/q ${name}:${quoted(value)}`);
      t.ok(expected.length > 0 && expected.length < all.length, `${name}:${quoted(value)} finds some`);
      for (const same of [
        `${name}:${escaped(value)}`,
        `${name}: ${quoted(value)}`,
        `${name}.keyword:${quoted(value)}`,
        `${name}:(${quoted(value)})`,
        `${name}:(${escaped(value)} OR ${quoted(value)})`,
        `${name}:(${isTyped.has(name) ? value : 'nothing_else'} OR ${quoted(value)})`,
        `NOT NOT ${name}:${quoted(value)}`,
        ...(/^[\w.=@/-]+$|^urn:li:[^\s"*]+$/.test(value) ? [`${name}:${value}`] : []),
      ])
        t.strictSame(await found(`/q ${same}`), expected, same);
      const others = all.filter((urn) => !expected.includes(urn));
      for (const negated of [
        `NOT ${name}:${quoted(value)}`,
        `-${name}:${escaped(value)}`,
        `!${name}:(${quoted(value)})`,
      ])
        t.strictSame(await found(`/q ${negated}`), others, negated);
    }
  }
});

t.test('what has a tag is never found by its negation, however the tag is written', async (t) => {
  for (const value of examples.tags!) {
    for (const name of ['tag', 'tags', 'entityTags']) {
      t.strictSame(await found(`/q ${name}:${quoted(value)}`), [full], `${name}:${value}`);
      t.notOk((await found(`/q * NOT ${name}:${quoted(value)}`)).includes(full), `NOT ${name}:${value}`);
    }
  }
});

t.test(
  '`*` outside quotes stands for any characters of an id, a name or a URN, inside for itself',
  async (t) => {
    for (const [query, ...urns] of [
      ['tags:Very*', full],
      ['tags:*secret', full],
      ['tags:urn:li:tag:Very*', full],
      ['tags:urn\\:li\\:tag\\:*Secret', full],
      ['tags:*tag*'],
      ['tags:5\\**', full],
      ['tags:"5*"'],
      ['tags:"5* and 6*"', full],
      ['tags:"*"'],
      ['tags:Gold\\*'],
      ['platform:hi*', full, bare, spaced, gone],
      ['platform:urn:li:dataPlatform:hi*', full, bare, spaced, gone],
      ['platform:"hi*"'],
      ['owners:a*n', full],
      ['domains:s*', full],
      ['container:b*', full],
      ['glossaryTerms:em*', full],
      ['urn:urn:li:dataset:*bare*', bare],
      ['urn:li:dataset:(urn:li:dataPlatform:hive,ba*', bare],
      ['urn:"urn:li:dataset:*bare*"'],
      ['name:Full*', full],
      ['typeNames:Mat*', full],
    ] as const)
      t.strictSame(await found(`/q ${query}`), [...urns].sort(), query);
  },
);

t.test('a whole URN finds its entity, in quotes or not', async (t) => {
  await put(
    ...[blank, starred, encodedTag, quotedTag].map((urn) => proposal(urn, 'status', { removed: false })),
  );
  for (const urn of [full, spaced, job, gold, blank, starred, encodedTag, quotedTag, term, domain, box]) {
    const isThere = ![box].includes(urn);
    for (const query of [
      urn,
      ` ${urn} `,
      `/q ${quoted(urn)}`,
      `/q ${escaped(urn)}`,
      ...(urn === quotedTag ? [] : [`"${urn}"`]),
    ])
      t.equal((await found(query)).includes(urn), isThere, query);
    t.notOk((await found(`/q NOT ${quoted(urn)}`)).includes(urn), `not ${urn}`);
  }
  for (const query of [encodedTag, `/q "${encodedTag}"`, `/q urn:"${encodedTag}"`])
    t.ok((await found(query.replace('%2C', '%2c'))).includes(encodedTag), `${query} with %2c`);
  t.strictSame(await found(`${gold} orders`), [full], 'words beside a URN are words');
});

t.test('words inside percent-encoded parts of URNs are words', async (t) => {
  for (const [query, urn] of [
    ['draft', spaced],
    ['"2024 (draft)"', spaced],
    ['/q draft', spaced],
    ['/q id:draft', spaced],
    ['/q id:"Sales 2024 (draft)"', spaced],
    ['*(draft)*', spaced],
    ['28draft', spaced],
    ['/q café', job],
    ['load eu', job],
    ['step', job],
    ['/q tag:"by key, (blank)"', full],
  ] as const)
    t.ok((await found(query)).includes(urn), query);
});

t.test('BAD_REQUEST: a value that its field cannot have, also in a negation', async (t) => {
  for (const [expected, { fields, possible, impossible }] of Object.entries(typed)) {
    for (const name of fields) {
      for (const value of possible)
        for (const query of [`${name}:${value}`, `NOT ${name}:${value}`])
          t.doesNotThrow(() => parseQuery(`/q ${query}`), query);
      for (const value of impossible) {
        const escaped = value.replace(/[^A-Za-z0-9*]/g, '\\$&');
        for (const [before, written] of [
          [`${name}:`, quoted(value)],
          [`${name}.keyword: `, escaped],
          [`NOT ${name}:`, quoted(value)],
          [`-${name}:(`, escaped],
          [`!(orders OR ${name}:`, quoted(value)],
        ] as const) {
          const query = `/q ${before}${written}`;
          const place = `invalid at character ${before.length + 4}: `;
          t.throws(
            () => parseQuery(query),
            {
              type: 'BAD_REQUEST',
              message: `the query ${JSON.stringify(query)} is ${place}${JSON.stringify(value)} is not a value of ${name}; expected ${expected}`,
            },
            query,
          );
        }
      }
    }
  }
});

t.test('BAD_REQUEST: quotes of another kind around a value of a field', async (t) => {
  for (const name of fieldNames) {
    for (const pair of ["''", '‘’', '“”', '„“', '«»', '‹›', '``', '´´', '＂＂', '”"']) {
      const value = [...pair].join('true');
      for (const query of [`${name}:${value}`, `NOT ${name}:${value}`, `-${name}.keyword:( ${value})`])
        t.throws(
          () => parseQuery(`/q ${query}`),
          {
            type: 'BAD_REQUEST',
            message: `is not a value of ${name}; expected double quotes around it, or "\\" before ${pair[0]}`,
          },
          query,
        );
    }
  }
  for (const query of ["'Gold'", '“Gold”', "tags:'x'", "/q 'a' NOT “b”", "/q tags:\\'a", `/q tags:"'a'"`])
    t.doesNotThrow(() => parseQuery(query), query);
  t.doesNotThrow(() => parseQuery("/q name:o'clock"));
});

t.test('BAD_REQUEST: what would be no value of a field', async (t) => {
  for (const query of ['createdAt:>5', 'createdAt:<=5', 'createdAt:{1 TO 2}', 'tags:""', 'NOT name:" "'])
    t.throws(
      () => parseQuery(`/q ${query}`),
      { type: 'BAD_REQUEST', message: /invalid at character/ },
      query,
    );
  t.doesNotThrow(() => parseQuery('/q name:">5" name:\\>5'));
});
